// Turns of Fanorona on a GPU, and how good positions are: by the features of judgement.py, or by the network.
//
// fanorona_selfplay.py puts this behind settle.cu, whose steps, rows and tables it uses, and defines the names in capitals
// that neither has. A turn is what it leaves: the stones of who has moved and of the other, above which is its gain.

#define LONGEST_CHAIN 24
#define GAIN_AT 48

struct Turn {
    word_t own, enemy;
};

// Turns.

__device__ static int add_turn(Turn *turns, int count, word_t own, word_t enemy, int gain) {
    const word_t other = enemy | (word_t)gain << GAIN_AT;
    for (int number = 0; number < count; number++)
        if (turns[number].own == own && turns[number].enemy == other) return count;
    if (count < TURNS) turns[count++] = {own, other};
    return count;
}

__device__ static word_t capturing(word_t own, word_t enemy, int direction) {
    const word_t ahead = leaving_twice[direction] & shifted(shifted(enemy, direction ^ 4), direction ^ 4);
    const word_t behind = leaving[direction ^ 4] & shifted(enemy, direction);
    return steppers(own, enemy, direction) & (ahead | behind);
}

__device__ static word_t taken_by(word_t point, word_t target, word_t enemy, int way) {
    const int direction = way >> 1;
    return way & 1 ? row_of_enemies(point, enemy, direction ^ 4) : row_of_enemies(target, enemy, direction);
}

__device__ static int list_chains(word_t own, word_t enemy, word_t origin, Turn *turns, int count) {
    Step chain[LONGEST_CHAIN];
    bool goes_on[LONGEST_CHAIN];
    int depth = 0;
    chain[0] = {origin, BOARD & ~own, enemy, -1, 0};
    goes_on[0] = false;
    while (depth >= 0) {
        Step &here = chain[depth];
        if (here.way == 16) {
            if (depth > 0 && (!OBLIGATORY || !goes_on[depth]))
                count = add_turn(turns, count, own ^ origin ^ here.point, here.enemy, __popcll(enemy ^ here.enemy));
            depth--;
            continue;
        }
        const int way = here.way++, direction = way >> 1;
        if (direction == here.barred || !(here.point & leaving[direction])) continue;
        const word_t target = shifted(here.point, direction);
        if (!(target & here.free & ~here.enemy)) continue;
        const word_t taken = taken_by(here.point, target, here.enemy, way);
        if (!taken || depth + 1 == LONGEST_CHAIN) continue;
        goes_on[depth] = true;
        const word_t free = here.free ^ target, left = here.enemy ^ taken;
        chain[++depth] = {target, free, left, CHANGE_DIRECTION ? direction : -1, 0};
        goes_on[depth] = false;
    }
    return count;
}

__device__ static int list_turns(word_t own, word_t enemy, Turn *turns) {
    word_t movers = 0;
    for (int direction = 0; direction < 8; direction++) movers |= capturing(own, enemy, direction);
    int count = 0;
    if (movers) {
        for (; movers; movers &= movers - 1) count = list_chains(own, enemy, movers & -movers, turns, count);
        return count;
    }
    for (int direction = 0; direction < 8; direction++)
        for (word_t steps = steppers(own, enemy, direction); steps; steps &= steps - 1) {
            const word_t bit = steps & -steps;
            if (count < TURNS) turns[count++] = {own ^ bit ^ shifted(bit, direction), enemy};
        }
    return count;
}

// Judging: by the features of judgement.py, or by the network.

struct Activity {
    int steps, captures;
};

__device__ static Activity activity(word_t own, word_t enemy) {
    Activity found = {0, 0};
    for (int direction = 0; direction < 8; direction++) {
        found.steps += __popcll(steppers(own, enemy, direction));
        found.captures += __popcll(capturing(own, enemy, direction));
    }
    return found;
}

__device__ static int closeness(word_t hunters, word_t hunted) {
    int near = 0;
    for (; hunted; hunted &= hunted - 1)
        for (word_t pack = hunters; pack; pack &= pack - 1) {
            const int prey = __ffsll(hunted) - 1, hunter = __ffsll(pack) - 1;
            near += 8 - max(abs(hunter % WIDTH - prey % WIDTH), abs(hunter / WIDTH - prey / WIDTH));
        }
    return near;
}

__device__ static int floored(int number, int parts) {
    return number / parts - (number % parts < 0);
}

__device__ static int judge_by_features(const number_t *weights, word_t own, word_t enemy) {
    const word_t inner = DIAGONALS & ~EDGE;
    const int own_count = __popcll(own), enemy_count = __popcll(enemy), lead = own_count - enemy_count;
    const Activity mine = activity(own, enemy), theirs = activity(enemy, own);
    int hunt = 0;
    if (lead > 0 && enemy_count <= FEW) hunt = closeness(own, enemy) / own_count;
    else if (lead < 0 && own_count <= FEW) hunt = -(closeness(enemy, own) / enemy_count);
    const int features[9] = {
        1,
        floored(100 * lead, own_count + enemy_count),
        __popcll(own & EDGE) - __popcll(enemy & EDGE),
        __popcll(own & DIAGONALS) - __popcll(enemy & DIAGONALS),
        __popcll(own & inner) - __popcll(enemy & inner),
        mine.steps - theirs.steps,
        mine.captures,
        theirs.captures,
        hunt,
    };
    int score = 0;
    for (int number = 0; number < 9; number++) score += (int)weights[number] * features[number];
    return floored(score, PART);
}

// Of all images of a position the one that comes first.
__device__ static void turn_about(word_t *own, word_t *enemy) {
    word_t best_own = *own, best_enemy = *enemy;
    for (int reflection = 1; reflection < 4; reflection++) {
        const word_t other = reflect(*own, reflection), others = reflect(*enemy, reflection);
        if (other < best_own || (other == best_own && others < best_enemy)) best_own = other, best_enemy = others;
    }
    *own = best_own;
    *enemy = best_enemy;
}

// How the points of a group stand: empty, own, enemy, as digits of three.
__device__ static int pattern(word_t own, word_t enemy, int first, int columns, int lines) {
    int found = 0;
    for (int line = lines - 1; line >= 0; line--)
        for (int column = columns - 1; column >= 0; column--) {
            const int point = first + line * WIDTH + column;
            found = 3 * found + (int)(own >> point & 1) + 2 * (int)(enemy >> point & 1);
        }
    return found;
}

__device__ static int bucket_of(int stones) {
    const int firsts[BUCKETS - 1] = {BUCKET_FIRSTS};
    int bucket = 0;
    while (bucket < BUCKETS - 1 && stones >= firsts[bucket]) bucket++;
    return bucket;
}

__device__ static void rows_of(word_t own, word_t enemy, int *rows) {
    const int firsts[6] = {0, 3, 6, 27, 30, 33};
    int begin = 0;
    for (int group = 0; group < 6; group++, begin += 729)
        rows[group] = begin + pattern(own, enemy, firsts[group], 3, 2);
    rows[6] = begin + pattern(own, enemy, 18, 5, 1);
    rows[7] = begin + 243 + pattern(own, enemy, 23, 4, 1);
    begin += 243 + 81;
    const Activity mine = activity(own, enemy), theirs = activity(enemy, own);
    rows[8] = begin + min(mine.captures, MOST_CAPTURES);
    rows[9] = begin + 16 + min(theirs.captures, MOST_CAPTURES);
    rows[10] = begin + 32 + min(mine.steps, MOST_STEPS);
    rows[11] = begin + 64 + min(theirs.steps, MOST_STEPS);
    rows[12] = begin + 96 + bucket_of(__popcll(own | enemy));
}

struct Network {  // network.npz, but rows are moved up by BIAS so that they are added four numbers at a time
    const unsigned short *rows;
    const int *worths, *constants;
    const short *reading;  // by bucket, product and neuron
    const int *thresholds, *says;
};

__device__ static int cut(int number, int most) {
    return max(0, min(number, most));
}

__device__ static int judge_by_network(const Network &network, word_t own, word_t enemy) {
    turn_about(&own, &enemy);
    int rows[GROUPS];
    rows_of(own, enemy, rows);
    const int bucket = bucket_of(__popcll(own | enemy));
    int score = network.constants[bucket];
    for (int group = 0; group < GROUPS; group++) score += network.worths[rows[group]];
    int neurons[NEURONS + 1];
    for (int neuron = 0; neuron <= NEURONS; neuron++) neurons[neuron] = 0;
    for (int part = 0; part < PRODUCTS; part += 4) {
        word_t first = 0, second = 0;
        for (int group = 0; group < GROUPS; group++) {
            const unsigned short *row = network.rows + (number_t)rows[group] * HIDDEN + part;
            first += *(const word_t *)row;
            second += *(const word_t *)(row + PRODUCTS);
        }
        for (int lane = 0; lane < 4; lane++) {
            const int one = cut((int)(first >> 16 * lane & 65535) - GROUPS * BIAS, ONE);
            const int other = cut((int)(second >> 16 * lane & 65535) - GROUPS * BIAS, ONE);
            const int product = one * other;
            if (!product) continue;
            const short *reading = network.reading + ((number_t)bucket * PRODUCTS + part + lane) * (NEURONS + 1);
            for (int neuron = 0; neuron <= NEURONS; neuron++) neurons[neuron] += product * reading[neuron];
        }
    }
    int said = 0;
    for (int neuron = 0; neuron < NEURONS; neuron++) {
        const int at = bucket * NEURONS + neuron;
        said += cut((neurons[neuron] >> ONE_BITS) + network.thresholds[at], WEIGHT) * network.says[at];
    }
    return score + (said >> WEIGHT_BITS) + (neurons[NEURONS] >> (ONE_BITS + FINE_BITS));
}

struct Judge {  // by the network where there is one
    const number_t *weights;
    Network network;
    __device__ int operator()(word_t own, word_t enemy) const {
        const int found = network.rows ? judge_by_network(network, own, enemy) : judge_by_features(weights, own, enemy);
        return max(1 - SURE, min(SURE - 1, found));
    }
};
