#include "algos/mesh/trapezoid_parts.h"

/* Mixes a number into a priority (the finaliser of MurmurHash3, public domain). */
static uint32_t priority_of(uint32_t number) {
    number = (number ^ number >> 16) * UINT32_C(0x85ebca6b);
    number = (number ^ number >> 13) * UINT32_C(0xc2b2ae35);
    return number ^ number >> 16;
}

/* Hangs `node` where `old` hangs from its parent. */
static void replace_child(Treap *treap, uint32_t parent, uint32_t old, uint32_t node) {
    if (parent == NONE)
        treap->root = node;
    else
        treap->nodes[parent].child[treap->nodes[parent].child[1] == old] = node;
    if (node != NONE) treap->nodes[node].parent = parent;
}

/* Lifts `node` above its parent; the order stays. */
static void rotate(Treap *treap, uint32_t node) {
    Node *nodes = treap->nodes;
    uint32_t parent = nodes[node].parent, side = nodes[parent].child[1] == node;
    uint32_t inner = nodes[node].child[1 - side];
    replace_child(treap, nodes[parent].parent, parent, node);
    nodes[parent].child[side] = inner;
    if (inner != NONE) nodes[inner].parent = parent;
    nodes[node].child[1 - side] = parent;
    nodes[parent].parent = node;
}

uint32_t treap_insert(Treap *treap, uint32_t at, bool before, uint32_t strip) {
    Node *nodes = treap->nodes;
    uint32_t node = treap->unused;
    if (node == NONE)
        node = treap->count++;
    else
        treap->unused = nodes[node].parent;
    nodes[node] = (Node){at, {NONE, NONE}, priority_of(node), strip};
    if (at == NONE) {
        treap->root = node;
        return node;
    }
    uint32_t side = before ? 0 : 1;
    if (nodes[at].child[side] != NONE) {
        at = nodes[at].child[side];
        side = 1 - side;
        while (nodes[at].child[side] != NONE) at = nodes[at].child[side];
        nodes[node].parent = at;
    }
    nodes[at].child[side] = node;
    while (nodes[node].parent != NONE && nodes[nodes[node].parent].priority < nodes[node].priority)
        rotate(treap, node);
    return node;
}

void treap_remove(Treap *treap, uint32_t node) {
    Node *nodes = treap->nodes;
    for (;;) {
        uint32_t low = nodes[node].child[0], high = nodes[node].child[1];
        if (low == NONE || high == NONE) {
            replace_child(treap, nodes[node].parent, node, low == NONE ? high : low);
            break;
        }
        rotate(treap, nodes[low].priority > nodes[high].priority ? low : high);
    }
    nodes[node].parent = treap->unused;
    treap->unused = node;
}
