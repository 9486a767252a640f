// Who wins each position of some slices, on a GPU: the same values as sweep.py finds, by rounds over all rows at once.
//
// A launch has a row of blocks for each slice, a thread a word of 64 positions at a time. One launch settles all words
// for light to move from those for dark to move, the next the other way round, until one changes nothing: then nothing
// that the next one reads has changed. The words that are still open are kept beside, so that a settled word costs one
// look. gpu.py defines the names in capitals.

typedef unsigned long long word_t;
typedef int number_t;

struct Slice {
    const number_t *at;  // the numbers of a layout, as gpu.py writes them
    __device__ number_t operator[](int field) const { return at[field]; }
    __device__ number_t of(int field, int player, int lane) const { return at[field + player * LANES + lane]; }
};

struct Tables {
    const word_t *masks;
    const number_t *fields, *ranges, *single;
};

// 64 bits of a plane from a word and a bit on; for 0 places the second shift is by one and then by 63.
__device__ static word_t shifted(const word_t *from, number_t places) {
    return (from[0] >> places) | ((from[1] << 1) << (63 - places));
}

// The digits of light's stones in a row, and which of them stand on each dark lane.
__device__ static void read_digits(const Slice &slice, int row, int *digits, int *on_lane) {
    for (int lane = 0; lane < LANES; lane++) on_lane[lane] = 0;
    for (int lane = 0; lane < LANES; lane++) {
        digits[lane] = row / slice.of(STRIDES, 0, lane) % slice.of(RADICES, 0, lane);
        int progress = slice[PROGRESS + lane * MOST_PLACES + digits[lane]];
        int place = progress < HOME - progress ? progress : HOME - progress;
        if (1 <= place && place <= LANES) on_lane[place - 1] |= 1 << lane;
    }
}

// The positions of a word in which no two stones share a place.
__device__ static word_t legal(const Slice &slice, const Tables &tables, const int *on_lane, int word) {
    word_t bits = tables.masks[word];
    for (int other = 0; other < LANES; other++)
        for (int lane = 0; lane < LANES; lane++)
            if (on_lane[other] >> lane & 1) {
                const number_t *digits = slice.at + DIGITS_OF + (LANES + other) * (HOME + 1);
                number_t out = digits[lane + 1], back = digits[HOME - lane - 1];
                number_t digit = out > back ? out : back;
                if (digit >= 0) bits &= ~tables.masks[tables.single[other * MOST_PLACES + digit] + word];
            }
    return bits;
}

// Settles what the moves of a player settle in a word; returns what is new, won and lost.
__device__ static void settle_word(const Slice &slice, const Tables &tables, const word_t *arena, int player, int row,
                                   int word, const int *digits, const int *on_lane, word_t open, word_t *won,
                                   word_t *lost) {
    const number_t words = slice[WORDS_OF_ROW], plane = slice[PLANE];
    word_t wins = 0, loses = open;
    for (int lane = 0; lane < LANES; lane++) {
        number_t phase = slice.of(PHASES, player, lane);
        if (phase == IS_HOME) continue;
        number_t range = player == 0 ? (phase * LANES + lane) * MOST_PLACES + digits[lane]
                                     : LIGHT_RANGES + lane * 32 + on_lane[lane];
        number_t stride = slice.of(STRIDES, 0, lane), radix = slice.of(RADICES, 0, lane);
        word_t lane_loses = 0;
        for (number_t place = tables.ranges[2 * range]; place < tables.ranges[2 * range + 1]; place++) {
            const number_t *field = tables.fields + place * FIELDS;
            word_t mask = tables.masks[field[MASK] + word] & open;
            if (!mask) continue;
            const word_t *win;
            number_t lose;
            if (player == 0) {
                number_t other = field[OUTSIDE] ? row / (stride * radix) * stride + row % stride
                                                : row + field[DIGITS] * stride;
                win = arena + (field[OUTSIDE] ? slice.of(ENTRIES, 0, lane) : slice[DARK_FIRST]) + other * words;
                lose = field[OUTSIDE] ? slice.of(ENTRY_PLANES, 0, lane) : plane;
            } else {
                number_t other = row;
                for (int light = 0; light < LANES; light++)
                    if (field[JUMPED] >> light & 1) other -= digits[light] * slice.of(STRIDES, 0, light);
                number_t first = field[OUTSIDE] ? slice.of(ENTRIES, 1, lane) : slice[LIGHT_FIRST];
                win = arena + first + plane + other * words;
                lose = -plane;
            }
            win += field[OFFSET] + word;
            wins |= mask & shifted(win, field[PLACES]);
            lane_loses |= mask & shifted(win + lose, field[PLACES]);
        }
        loses &= lane_loses;
    }
    *won = wins;
    *lost = loses;
}

#define EVERY_WORD(item, plane) \
    for (number_t item = blockIdx.x * blockDim.x + threadIdx.x; item < (plane); item += gridDim.x * blockDim.x)

extern "C" __global__ void begin(word_t *arenas, word_t *open_words, const number_t *slices, const word_t *masks,
                                 const number_t *fields, const number_t *ranges, const number_t *single) {
    const Slice slice = {slices + blockIdx.y * SLICE_FIELDS};
    const Tables tables = {masks, fields, ranges, single};
    word_t *arena = arenas + slice[ARENA], *open = open_words + slice[OPEN];
    const number_t words = slice[WORDS_OF_ROW], plane = slice[PLANE];
    int digits[LANES], on_lane[LANES];
    EVERY_WORD(item, plane) {
        read_digits(slice, item / words, digits, on_lane);
        open[item] = open[plane + item] = legal(slice, tables, on_lane, item % words);
        for (int part = 0; part < 4; part++) arena[slice[LIGHT_FIRST] + part * plane + item] = 0;
    }
}

// Settles the words of a player; `changed` has for each round and slice whether the round changed anything.
extern "C" __global__ void settle(word_t *arenas, word_t *open_words, const number_t *slices, const word_t *masks,
                                  const number_t *fields, const number_t *ranges, const number_t *single, int round,
                                  int *changed) {
    int *changed_now = changed + round * gridDim.y + blockIdx.y;
    if (round >= 2 && !changed_now[-(int)gridDim.y]) return;
    const Slice slice = {slices + blockIdx.y * SLICE_FIELDS};
    const Tables tables = {masks, fields, ranges, single};
    const int player = round & 1;
    const number_t words = slice[WORDS_OF_ROW], plane = slice[PLANE];
    word_t *arena = arenas + slice[ARENA], *open = open_words + slice[OPEN] + player * plane;
    word_t *light = arena + slice[player == 0 ? LIGHT_FIRST : DARK_FIRST];
    word_t *win = light + player * plane, *lose = light + (1 - player) * plane;
    int digits[LANES], on_lane[LANES];
    EVERY_WORD(item, plane) {
        word_t still_open = open[item], won, lost;
        if (!still_open) continue;
        int row = item / words, word = item % words;
        read_digits(slice, row, digits, on_lane);
        settle_word(slice, tables, arena, player, row, word, digits, on_lane, still_open, &won, &lost);
        if (won | lost) {
            win[item] |= won;
            lose[item] |= lost;
            open[item] = still_open & ~(won | lost);
            *changed_now = 1;
        }
    }
}
