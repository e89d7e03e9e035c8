#include "harness/table_parts.h"

#include <stdlib.h>
#include <string.h>

/* Columns that UTF-8 text takes: code points, of which combining marks take none and wide scripts two. */
static size_t display_width(const char *text) {
    size_t width = 0;
    for (const unsigned char *at = (const unsigned char *)text; *at != '\0';) {
        uint32_t point = *at++;
        if (point >= 0x80) {
            uint32_t more = point >= 0xf0 ? 3 : point >= 0xe0 ? 2 : point >= 0xc0 ? 1 : 0;
            point &= more == 3 ? 0x07 : more == 2 ? 0x0f : more == 1 ? 0x1f : 0xff;
            for (; more > 0 && (*at & 0xc0) == 0x80; more--) point = point << 6 | (*at++ & 0x3f);
        }
        bool combining = point >= 0x300 && point <= 0x36f;
        bool wide = (point >= 0x1100 && point <= 0x115f) || (point >= 0x2e80 && point <= 0xa4cf) ||
                    (point >= 0xac00 && point <= 0xd7a3) || (point >= 0xf900 && point <= 0xfaff) ||
                    (point >= 0xff00 && point <= 0xff60);
        width += combining ? 0 : wide ? 2 : 1;
    }
    return width;
}

static void put_repeated(const char *text, size_t count, FILE *out) {
    for (size_t i = 0; i < count; i++) fputs(text, out);
}

/* Bytes of the UTF-8 letter at `text`, 0 where it is none: JSON allows no other text. */
static size_t letter_bytes(const unsigned char *text) {
    if (text[0] < 0x80) return 1;
    size_t bytes = text[0] >= 0xc2 && text[0] < 0xe0   ? 2
                   : text[0] >= 0xe0 && text[0] < 0xf0 ? 3
                   : text[0] >= 0xf0 && text[0] < 0xf5 ? 4
                                                       : 0;
    for (size_t i = 1; i < bytes; i++)
        if ((text[i] & 0xc0) != 0x80) return 0;
    bool overlong = (text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xf0 && text[1] < 0x90);
    bool surrogate = text[0] == 0xed && text[1] >= 0xa0;
    bool above = text[0] == 0xf4 && text[1] >= 0x90;
    return overlong || surrogate || above ? 0 : bytes;
}

static void put_json(const char *text, FILE *out) {
    for (const unsigned char *at = (const unsigned char *)text; *at != '\0';) {
        size_t bytes = letter_bytes(at);
        if (bytes == 0)
            fputs("\\ufffd", out), at++;
        else if (*at == '"' || *at == '\\')
            fprintf(out, "\\%c", *at++);
        else if (*at == '\n')
            fputs("\\n", out), at++;
        else if (*at == '\t')
            fputs("\\t", out), at++;
        else if (*at < 0x20)
            fprintf(out, "\\u%04x", *at++);
        else
            for (; bytes > 0; bytes--) fputc(*at++, out);
    }
}

static void put_escaped(const char *text, TableFormat format, FILE *out) {
    if (format == TABLE_JSON) {
        put_json(text, out);
        return;
    }
    bool quoted = format == TABLE_CSV && strpbrk(text, ",\"\r\n") != NULL;
    if (quoted) fputc('"', out);
    for (const char *at = text; *at != '\0'; at++) {
        unsigned char letter = (unsigned char)*at;
        switch (format) {
        case TABLE_TEXT:
            fputc(letter < 0x20 ? ' ' : letter, out);
            break;
        case TABLE_TSV:
            if (letter == '\t')
                fputs("\\t", out);
            else if (letter == '\n')
                fputs("\\n", out);
            else if (letter == '\r')
                fputs("\\r", out);
            else if (letter == '\\')
                fputs("\\\\", out);
            else
                fputc(letter, out);
            break;
        case TABLE_CSV:
            if (letter == '"') fputc('"', out);
            fputc(letter, out);
            break;
        case TABLE_JSON: /* put_json */
            break;
        case TABLE_MD:
            if (letter == '\n' || letter == '\r')
                fputc(' ', out);
            else if (strchr("|\\`*_<>[]", letter) != NULL)
                fprintf(out, "\\%c", letter);
            else
                fputc(letter, out);
            break;
        case TABLE_TEX:
            if (letter == '\\')
                fputs("\\textbackslash{}", out);
            else if (letter == '~')
                fputs("\\textasciitilde{}", out);
            else if (letter == '^')
                fputs("\\textasciicircum{}", out);
            else if (letter == '<' || letter == '>' || letter == '|')
                fprintf(out, "$%s$", letter == '|' ? "\\vert" : letter == '<' ? "<" : ">");
            else if (strchr("&%$#_{}", letter) != NULL)
                fprintf(out, "\\%c", letter);
            else if (letter < 0x20)
                fputc(' ', out);
            else
                fputc(letter, out);
            break;
        }
    }
    if (quoted) fputc('"', out);
}

static void print_padded(const char *text, size_t width, bool right, bool last, FILE *out) {
    size_t used = display_width(text);
    size_t padding = used < width ? width - used : 0;
    if (right) put_repeated(" ", padding, out);
    put_escaped(text, TABLE_TEXT, out);
    if (!right && !last) put_repeated(" ", padding, out);
}

static Status print_text(const Table *table, FILE *out) {
    uint32_t rows = table_row_count(table), columns = table->column_count;
    size_t *width = calloc(columns + 1, sizeof *width);
    if (width == NULL) return STATUS_NO_MEMORY;
    for (uint32_t c = 0; c < columns; c++) {
        width[c] = display_width(table->columns[c].title);
        for (uint32_t r = 0; r < rows; r++) {
            size_t used = display_width(table_at(table, r, c));
            if (used > width[c]) width[c] = used;
        }
    }
    for (uint32_t c = 0; c < columns; c++) {
        if (c > 0) fputs("  ", out);
        print_padded(table->columns[c].title, width[c], table->columns[c].number, c + 1 == columns, out);
    }
    fputc('\n', out);
    for (uint32_t c = 0; c < columns; c++) {
        if (c > 0) fputs("  ", out);
        put_repeated("-", width[c], out);
    }
    fputc('\n', out);
    for (uint32_t r = 0; r < rows; r++) {
        for (uint32_t c = 0; c < columns; c++) {
            if (c > 0) fputs("  ", out);
            print_padded(table_at(table, r, c), width[c], table->columns[c].number, c + 1 == columns, out);
        }
        fputc('\n', out);
    }
    free(width);
    return STATUS_OK;
}

static void print_separated(const Table *table, TableFormat format, FILE *out) {
    const char *between = format == TABLE_TSV ? "\t" : ",";
    for (uint32_t c = 0; c < table->column_count; c++) {
        if (c > 0) fputs(between, out);
        put_escaped(table->columns[c].title, format, out);
    }
    fputc('\n', out);
    for (uint32_t r = 0; r < table_row_count(table); r++) {
        for (uint32_t c = 0; c < table->column_count; c++) {
            if (c > 0) fputs(between, out);
            put_escaped(table_at(table, r, c), format, out);
        }
        fputc('\n', out);
    }
}

static void print_json(const Table *table, FILE *out) {
    fputc('[', out);
    for (uint32_t r = 0; r < table_row_count(table); r++) {
        fputs(r == 0 ? "\n  {" : ",\n  {", out);
        for (uint32_t c = 0; c < table->column_count; c++) {
            const TableCell *cell = table_cell_at(table, r, c);
            fputs(c == 0 ? "\"" : ", \"", out);
            put_escaped(table->columns[c].title, TABLE_JSON, out);
            fputs("\": ", out);
            if (cell->text == NULL) {
                fputs("null", out);
            } else if (cell->number) {
                fputs(cell->text, out);
            } else {
                fputc('"', out);
                put_escaped(cell->text, TABLE_JSON, out);
                fputc('"', out);
            }
        }
        fputc('}', out);
    }
    fputs("\n]\n", out);
}

static void print_markdown(const Table *table, FILE *out) {
    for (uint32_t c = 0; c < table->column_count; c++) {
        fputs("| ", out);
        put_escaped(table->columns[c].title, TABLE_MD, out);
        fputc(' ', out);
    }
    fputs("|\n", out);
    for (uint32_t c = 0; c < table->column_count; c++)
        fputs(table->columns[c].number ? "| ---: " : "| --- ", out);
    fputs("|\n", out);
    for (uint32_t r = 0; r < table_row_count(table); r++) {
        for (uint32_t c = 0; c < table->column_count; c++) {
            fputs("| ", out);
            put_escaped(table_at(table, r, c), TABLE_MD, out);
            fputc(' ', out);
        }
        fputs("|\n", out);
    }
}

static void print_tex(const Table *table, FILE *out) {
    fputs("\\begin{tabular}{", out);
    for (uint32_t c = 0; c < table->column_count; c++) fputc(table->columns[c].number ? 'r' : 'l', out);
    fputs("}\n\\hline\n", out);
    for (uint32_t c = 0; c < table->column_count; c++) {
        if (c > 0) fputs(" & ", out);
        put_escaped(table->columns[c].title, TABLE_TEX, out);
    }
    fputs(" \\\\\n\\hline\n", out);
    for (uint32_t r = 0; r < table_row_count(table); r++) {
        for (uint32_t c = 0; c < table->column_count; c++) {
            if (c > 0) fputs(" & ", out);
            put_escaped(table_at(table, r, c), TABLE_TEX, out);
        }
        fputs(" \\\\\n", out);
    }
    fputs("\\hline\n\\end{tabular}\n", out);
}

Status table_print(const Table *table, TableFormat format, FILE *out) {
    if (table == NULL || table->no_memory) return STATUS_NO_MEMORY;
    switch (format) {
    case TABLE_TEXT:
        TRY(print_text(table, out));
        break;
    case TABLE_TSV:
    case TABLE_CSV:
        print_separated(table, format, out);
        break;
    case TABLE_JSON:
        print_json(table, out);
        break;
    case TABLE_MD:
        print_markdown(table, out);
        break;
    case TABLE_TEX:
        print_tex(table, out);
        break;
    }
    return ferror(out) ? STATUS_SYSTEM : STATUS_OK;
}

Status table_print_upright(const Table *table, TableFormat format, FILE *out) {
    if (format != TABLE_TEXT || table == NULL || table->no_memory) return table_print(table, format, out);
    size_t width = 0;
    for (uint32_t c = 0; c < table->column_count; c++) {
        size_t used = display_width(table->columns[c].title);
        if (used > width) width = used;
    }
    for (uint32_t c = 0; c < table->column_count; c++) {
        const char *text = table_at(table, 0, c);
        print_padded(table->columns[c].title, width + 2, false, false, out);
        put_escaped(text[0] == '\0' ? "-" : text, TABLE_TEXT, out);
        fputc('\n', out);
    }
    return ferror(out) ? STATUS_SYSTEM : STATUS_OK;
}
