// The values of all positions of a pair, on a GPU: the same bytes as settle.py finds, in the same rounds.
//
// A thread has a position at a time. gpu.py defines the names in capitals: where things lie in the directory, the board,
// and the rules. What a capture is, a game's own part says (`StoneGame.program`): `can_capture(own, enemy)`, and
// `by_captures(directory, own, enemy)`, the byte of a position in which the player to move can capture.

typedef unsigned long long word_t;
typedef long long number_t;
typedef unsigned char byte_t;

static __device__ const word_t leaving[8] = {LEAVING}, leaving_twice[8] = {LEAVING_TWICE};
static __device__ const int shifts[4] = {SHIFTS};

// Numbers of positions.

__device__ static number_t rank(const word_t *directory, word_t bits) {
    const word_t *at = directory + BINOMIALS;
    number_t found = 0;
    for (; bits; bits &= bits - 1, at += 64) found += (number_t)at[__ffsll(bits) - 1];
    return found;
}

__device__ static word_t reflect(word_t bits, int reflection) {
    if (reflection & 1) {
        const word_t row = (1ull << WIDTH) - 1;
        word_t image = 0;
        for (int number = 0; number < HEIGHT; number++)
            image |= (bits >> (number * WIDTH) & row) << ((HEIGHT - 1 - number) * WIDTH);
        bits = image;
    }
    return reflection & 2 ? __brevll(bits) >> (64 - WIDTH * HEIGHT) : bits;
}

__device__ static word_t squeeze(word_t bits, word_t anchor) {
    while (anchor) {
        word_t below = (1ull << (63 - __clzll(anchor))) - 1;
        anchor &= below;
        bits = (bits & below) | (bits >> 1 & ~below);
    }
    return bits;
}

__device__ static word_t spread(word_t bits, word_t anchor) {
    for (; anchor; anchor &= anchor - 1) {
        word_t below = (anchor & -anchor) - 1;
        bits = (bits & below) | (bits & ~below) << 1;
    }
    return bits;
}

struct Place {  // where a position stands, and in how many ways
    unsigned place;
    word_t anchor, beside;
    number_t first;  // the number of the anchor's first position
    __device__ number_t number(const word_t *directory) const { return first + rank(directory, squeeze(beside, anchor)); }
};

__device__ static Place place_of(const word_t *directory, word_t few, word_t many, number_t block) {
    const word_t *at = directory + ANCHORS + 2 * __popcll(few);
    unsigned place = ((const unsigned *)at[0])[rank(directory, few)];
    if (place & 3) {
        few = ((const word_t *)at[1])[place >> 5];
        many = reflect(many, place & 3);
    }
    return {place, few, many, (number_t)(place >> 5) * block};
}

struct Table {
    byte_t *values;
    number_t block;
    bool few_first;  // whether the player to move is the one with few stones
    __device__ Table(const word_t *directory, int movers, int others) {
        const word_t *at = directory + TABLES + 2 * (MOST_STONES * movers + others);
        values = (byte_t *)at[0];
        block = (number_t)at[1];
        few_first = movers <= others;
    }
    __device__ Place place(const word_t *directory, word_t own, word_t enemy) const {
        return few_first ? place_of(directory, own, enemy, block) : place_of(directory, enemy, own, block);
    }
    __device__ int byte(const word_t *directory, word_t own, word_t enemy) const {
        return values[place(directory, own, enemy).number(directory)];
    }
    // The same of a table with fewer stones, which may be packed: four values in a byte, without their distances.
    __device__ int kept(const word_t *directory, word_t own, word_t enemy) const {
        const number_t number = place(directory, own, enemy).number(directory);
        return PACKED ? values[number >> 2] >> 2 * (number & 3) & 3 : values[number];
    }
    __device__ void stones(const word_t *anchors, const word_t *combinations, number_t number, word_t *own,
                           word_t *enemy) const {
        word_t anchor = anchors[number / block], beside = spread(combinations[number % block], anchor);
        *own = few_first ? anchor : beside;
        *enemy = few_first ? beside : anchor;
    }
};

// Turns.

__device__ static word_t shifted(word_t bits, int direction) {
    return direction < 4 ? bits << shifts[direction] : bits >> shifts[direction & 3];
}

__device__ static word_t steppers(word_t own, word_t enemy, int direction) {
    return own & leaving[direction] & shifted(~(own | enemy), direction ^ 4);
}

__device__ static bool can_step(word_t own, word_t enemy) {
    word_t found = 0;
    for (int direction = 0; direction < 8; direction++) found |= steppers(own, enemy, direction);
    return found != 0;
}

// The best of several turns.
struct Best {
    int nearest_win, farthest_loss;
    bool drawn;
    __device__ Best() : nearest_win(OPEN), farthest_loss(0), drawn(false) {}
    __device__ void add(int byte) {  // of the position that a turn leads to
        if (byte == DRAWN) drawn = true;
        else if (byte & 1) nearest_win = min(nearest_win, byte + 1);
        else farthest_loss = max(farthest_loss, byte + 1);
    }
    __device__ int byte() const { return nearest_win < OPEN ? nearest_win : drawn ? DRAWN : farthest_loss; }
};

// The game's own part stands here.

__device__ static int at_first(const word_t *directory, word_t own, word_t enemy) {
    if (can_capture(own, enemy)) {
        const int byte = by_captures(directory, own, enemy);
        if (!WAITS || !can_step(own, enemy) || (byte != DRAWN && !(byte & 1))) return byte;
        // Steps may do better; how far a loss by captures would be makes no difference where distances are not kept.
        return byte == DRAWN ? AT_LEAST_DRAWN : OPEN;
    }
    if (!can_step(own, enemy)) return BLOCKED_LOSES ? LOST_AT_ONCE : DRAWN;
    return OPEN;
}

__device__ static int by_steps(const word_t *directory, word_t own, word_t enemy) {
    Best best;
    const Table table(directory, __popcll(enemy), __popcll(own));
    for (int direction = 0; direction < 8; direction++)
        for (word_t movers = steppers(own, enemy, direction); movers; movers &= movers - 1) {
            word_t bit = movers & -movers;
            best.add(table.byte(directory, enemy, own ^ bit ^ shifted(bit, direction)));
        }
    return best.byte();
}

__device__ static bool all_won(const word_t *directory, const Table &table, word_t own, word_t enemy, int most) {
    for (int direction = 0; direction < 8; direction++)
        for (word_t movers = steppers(own, enemy, direction); movers; movers &= movers - 1) {
            word_t bit = movers & -movers;
            int byte = table.byte(directory, enemy, own ^ bit ^ shifted(bit, direction));
            if (byte > most || byte & 1 || byte == DRAWN) return false;
        }
    return true;
}

// Settles the open positions that lead to one; returns how many.
__device__ static int go_back(const word_t *directory, const Table &here, const Table &before, word_t own, word_t enemy,
                              int byte) {
    int found = 0;
    for (int direction = 0; direction < 8; direction++)
        for (word_t movers = steppers(enemy, own, direction); movers; movers &= movers - 1) {
            const word_t bit = movers & -movers, earlier = enemy ^ bit ^ shifted(bit, direction);
            Place place = before.place(directory, earlier, own);
            const number_t number = place.number(directory);
            const int now = before.values[number];
            if (now != OPEN && !(now == AT_LEAST_DRAWN && byte & 1)) continue;
            if (!(byte & 1) && !all_won(directory, here, earlier, own, byte)) continue;
            before.values[number] = (byte_t)(byte + 1);
            found++;
            // An anchor that is its own image has the position under several numbers.
            const word_t beside = place.beside;
            for (int reflection = 1; reflection < 4; reflection++)
                if (place.place >> (reflection + 1) & 1) {
                    place.beside = reflect(beside, reflection);
                    before.values[place.number(directory)] = (byte_t)(byte + 1);
                }
        }
    return found;
}

// What the processor asks for. Each is given the stones of the player to move and of the other.

#define EVERY(number, size) \
    for (number_t number = (number_t)blockIdx.x * blockDim.x + threadIdx.x; number < (size); \
         number += (number_t)gridDim.x * blockDim.x)

extern "C" __global__ void begin(const word_t *directory, const word_t *anchors, const word_t *combinations, int movers,
                                 int others, number_t size, int *highest) {
    const Table table(directory, movers, others);
    int most = 0;
    EVERY(number, size) {
        word_t own, enemy;
        table.stones(anchors, combinations, number, &own, &enemy);
        int byte = at_first(directory, own, enemy);
        table.values[number] = (byte_t)byte;
        if (byte < AT_LEAST_DRAWN) most = max(most, byte);
    }
    if (most) atomicMax(highest, most);
}

extern "C" __global__ void take_round(const word_t *directory, const word_t *anchors, const word_t *combinations,
                                      int movers, int others, number_t size, int byte, word_t *settled) {
    __shared__ unsigned short hits[TILE];
    __shared__ int count;
    const Table here(directory, movers, others), before(directory, others, movers);
    word_t found = 0;
    for (number_t first = (number_t)blockIdx.x * TILE; first < size; first += (number_t)gridDim.x * TILE) {
        // What a tile has of this byte is gathered first, so that all threads have the same to do.
        if (threadIdx.x == 0) count = 0;
        __syncthreads();
        const int length = (int)min((number_t)TILE, size - first);
        for (int word = threadIdx.x; 4 * word < length; word += blockDim.x) {
            const byte_t *bytes = here.values + first + 4 * word;
            unsigned four = *(const unsigned *)bytes;  // tables have a few bytes to spare behind their end
            for (int part = 0; part < 4; part++)
                if ((int)(four >> 8 * part & 255) == byte && 4 * word + part < length)
                    hits[atomicAdd(&count, 1)] = (unsigned short)(4 * word + part);
        }
        __syncthreads();
        for (int hit = threadIdx.x; hit < count; hit += blockDim.x) {
            word_t own, enemy;
            here.stones(anchors, combinations, first + hits[hit], &own, &enemy);
            found += go_back(directory, here, before, own, enemy, byte);
        }
        __syncthreads();
    }
    if (found) atomicAdd(settled, found);
}

extern "C" __global__ void finish(byte_t *values, number_t size) {
    EVERY(number, size) if (values[number] >= AT_LEAST_DRAWN) values[number] = DRAWN;
}

// Who wins, in two bits: 1 and 2 for a position that is lost and won.
extern "C" __global__ void pack(const byte_t *values, number_t size, byte_t *packed) {
    EVERY(four, (size + 3) / 4) {
        byte_t found = 0;
        for (int part = 0; part < 4; part++) {
            const int byte = values[4 * four + part];  // tables have a few bytes to spare behind their end
            if (byte != DRAWN) found |= (byte & 1 ? LOST_AT_ONCE : WON_AT_ONCE) << 2 * part;
        }
        packed[four] = found;
    }
}

extern "C" __global__ void count(const byte_t *values, const byte_t *sizes, number_t block, number_t size,
                                 word_t *counts) {
    __shared__ word_t local[256];
    for (int byte = threadIdx.x; byte < 256; byte += blockDim.x) local[byte] = 0;
    __syncthreads();
    EVERY(number, size) atomicAdd(&local[values[number]], (word_t)sizes[number / block]);
    __syncthreads();
    for (int byte = threadIdx.x; byte < 256; byte += blockDim.x)
        if (local[byte]) atomicAdd(&counts[byte], local[byte]);
}

extern "C" __global__ void find_first(const byte_t *values, number_t size, int byte, word_t *first) {
    EVERY(number, size) if (values[number] == byte) {
        atomicMin(first, (word_t)number);
        break;
    }
}

__device__ static int worth(int byte) { return byte == DRAWN ? 0 : 1 - 2 * (byte & 1); }

extern "C" __global__ void show(const word_t *directory, const word_t *anchors, const word_t *combinations, int movers,
                                int others, number_t size, number_t number, word_t *stones) {
    if (blockIdx.x == 0 && threadIdx.x == 0 && number < size)
        Table(directory, movers, others).stones(anchors, combinations, number, stones, stones + 1);
}

extern "C" __global__ void count_zugzwangs(const word_t *directory, const word_t *anchors, const word_t *combinations,
                                           int few, int many, number_t size, const byte_t *sizes, word_t *counts) {
    const Table here(directory, few, many), there(directory, many, few);
    word_t found[2] = {0, 0};
    EVERY(number, size) {
        int first = worth(here.values[number]);
        if (first > 0) continue;
        number_t other = number;
        if (few == many) {
            word_t own, enemy;
            here.stones(anchors, combinations, number, &own, &enemy);
            other = there.place(directory, enemy, own).number(directory);
        }
        int both = first + worth(there.values[other]);
        if (both < 0) found[-1 - both] += sizes[number / here.block];
    }
    for (int kind = 0; kind < 2; kind++)
        if (found[kind]) atomicAdd(&counts[kind], found[kind]);
}

extern "C" __global__ void disagreements(const word_t *directory, const word_t *anchors, const word_t *combinations,
                                         int movers, int others, number_t size, word_t *found) {
    const Table table(directory, movers, others);
    word_t wrong = 0;
    EVERY(number, size) {
        word_t own, enemy;
        table.stones(anchors, combinations, number, &own, &enemy);
        int byte = at_first(directory, own, enemy);
        if (byte >= AT_LEAST_DRAWN) {
            const int steps = by_steps(directory, own, enemy);
            byte = byte == OPEN || !(steps & 1) ? steps : DRAWN;
        }
        wrong += byte != table.values[number];
    }
    if (wrong) atomicAdd(found, wrong);
}
