// Games of Fanorona that a GPU plays against itself, for the network to learn from: a thread has a game at a time.
//
// It stands behind fanorona_judging.cu.

#define DEEPEST 8
#define QUIET_DEPTH 6    // how far a tense position is played on, and with how many of its turns
#define QUIET_WIDTH 3
#define PLIES (DEEPEST + QUIET_DEPTH + 2)

// Thinking: plain alpha-beta with an unrolled stack, the same end of lines as the search has.

struct Thinker {
    const word_t *directory;
    int stones;  // so many are looked up
    Judge judge;
};

struct Frame {
    word_t own, enemy;
    int alpha, beta, best, depth, count, width, next, chosen;
};

__device__ static int by_table(const word_t *directory, word_t own, word_t enemy) {
    return Table(directory, __popcll(own), __popcll(enemy)).byte(directory, own, enemy);
}

// Whether a position needs no turns to be judged; what it is worth then, or at least.
__device__ static bool settled(const Thinker &thinker, word_t own, word_t enemy, int depth, int ply, int beta, int *value) {
    if (!own) return *value = ply - WIN, true;
    if (__popcll(own | enemy) <= thinker.stones) {
        const int byte = by_table(thinker.directory, own, enemy);
        *value = byte == DRAWN ? 0 : byte & 1 ? byte - 1 + ply - WIN : WIN - (byte - 1) - ply;
        return true;
    }
    if (!can_step(own, enemy)) return *value = BLOCKED_LOSES ? ply - WIN : 0, true;
    *value = -INFINITE;
    if (depth > 0) return false;
    *value = thinker.judge(own, enemy);
    return *value >= beta || depth <= -QUIET_DEPTH || !can_capture(own, enemy);
}

// Searches the turns listed first in `lists`; returns which is best, or -1 once there are more nodes than `most`.
__device__ static int search(const Thinker &thinker, Frame *frames, Turn *lists, int count, int depth, int *nodes, int most,
                             int *value) {
    int ply = 0;
    frames[0] = {0, 0, -INFINITE, INFINITE, -INFINITE, depth, count, count, 0, 0};
    for (;;) {
        Frame &frame = frames[ply];
        int found;
        if (frame.next < frame.width) {
            Turn *list = lists + ply * TURNS;
            int best = frame.next;
            for (int other = frame.next + 1; other < frame.count; other++)
                if (list[other].enemy >> GAIN_AT > list[best].enemy >> GAIN_AT) best = other;
            const Turn turn = list[best];
            list[best] = list[frame.next];
            list[frame.next++] = turn;
            if (++*nodes > most) return -1;
            const word_t own = turn.enemy & BOARD, enemy = turn.own;
            if (!settled(thinker, own, enemy, frame.depth - 1, ply + 1, -frame.alpha, &found)) {
                Frame &reached = frames[++ply];
                const int turns = list_turns(own, enemy, lists + ply * TURNS);
                const int width = frame.depth > 1 ? turns : min(turns, QUIET_WIDTH);
                reached = {own, enemy, max(-frame.beta, found), -frame.alpha, found, frame.depth - 1, turns, width, 0, 0};
                continue;
            }
        } else {
            found = frame.best;
            if (ply-- == 0) return *value = found, frame.chosen;
        }
        Frame &before = frames[ply];
        if (-found > before.best) before.best = -found, before.chosen = before.next - 1;
        before.alpha = max(before.alpha, -found);
        if (before.alpha >= before.beta) before.width = before.next;
    }
}

// Returns the best of the turns listed first in `lists`, thinking deeper until `most` nodes are used up.
__device__ static Turn think(const Thinker &thinker, Turn *lists, int count, int most, int *value, number_t *nodes) {
    Frame frames[PLIES];
    Turn best = lists[0];
    int used = 0;
    for (int depth = 1; depth <= DEEPEST; depth++) {
        const int chosen = search(thinker, frames, lists, count, depth, &used, depth == 1 ? 1 << 30 : most, value);
        if (chosen < 0) break;
        best = lists[chosen];
        best.enemy &= BOARD;
        if (count == 1 && depth >= 3) break;
        lists[chosen].enemy = best.enemy | (word_t)(100 + depth) << GAIN_AT;  // is tried first
        if (*value > SURE || *value < -SURE) break;
    }
    *nodes += used;
    return best;
}

// Playing.

struct Game {
    word_t own, enemy, random;
    int opening, mood, turns, quiet, count, sure;
    bool begun, held;
    word_t seen[2 * MOST_SEEN];
};

__device__ static unsigned below(Game &game, unsigned bound) {
    game.random ^= game.random << 13;
    game.random ^= game.random >> 7;
    game.random ^= game.random << 17;
    return (unsigned)((game.random >> 32) * bound >> 32);
}

__device__ static int expected(int byte) {
    if (byte == DRAWN) return 500;
    const int doubt = 250 * min(byte - 1, FARTHEST) / FARTHEST;
    return byte & 1 ? doubt : 1000 - doubt;
}

__device__ static void keep(word_t *kept, int *written, int room, word_t first, word_t second) {
    const int at = atomicAdd(written, 1);
    if (at < room) {
        kept[2 * (number_t)at] = first;
        kept[2 * (number_t)at + 1] = second;
    }
}

// Keeps what was seen of a game; `outcome` is that for who is to move now.
__device__ static void finish_game(Game &game, int outcome, word_t *kept, int *written, int room) {
    const int at = atomicAdd(written, game.count);
    for (int number = 0; number < game.count && at + number < room; number++) {
        int ended = UNKNOWN;
        if (number >= game.sure) ended = (game.count - number) % 2 ? 1000 - outcome : outcome;
        kept[2 * (number_t)(at + number)] = game.seen[2 * number];
        kept[2 * (number_t)(at + number) + 1] =
            game.seen[2 * number + 1] | (word_t)ended << OUTCOME_AT | (word_t)game.held << HELD_AT;
    }
    game.begun = false;
}

// Plays on among positions whose end is known, and keeps those.
__device__ static void play_ending(const Thinker &thinker, Game &game, Turn *turns, word_t *kept, int *written, int room) {
    for (int number = 0; number < ENDINGS; number++) {
        const word_t more = (word_t)1 << EXACT_AT | (word_t)game.held << HELD_AT;
        const int outcome = expected(by_table(thinker.directory, game.own, game.enemy));
        keep(kept, written, room, game.own | (word_t)INFINITE << VALUE_AT, game.enemy | (word_t)outcome << OUTCOME_AT | more);
        const int count = list_turns(game.own, game.enemy, turns);
        if (!count) return;
        int chosen = below(game, count);
        if (below(game, 2)) {
            int least = 1001;
            for (int turn = 0; turn < count; turn++) {
                const word_t own = turns[turn].enemy & BOARD;
                const int theirs = own ? expected(by_table(thinker.directory, own, turns[turn].own)) : 0;
                if (theirs < least) least = theirs, chosen = turn;
            }
        }
        const word_t own = turns[chosen].enemy & BOARD;
        game.enemy = turns[chosen].own;
        game.own = own;
        if (!own) return;
    }
}

__device__ static void begin_game(Game &game) {
    const int moods[4] = {0, 5, 15, 30};  // how many turns of a hundred are blind
    game.own = START_OWN;
    game.enemy = START_ENEMY;
    game.opening = 1 + below(game, MOST_OPENING);
    game.mood = moods[below(game, 4)];
    game.held = below(game, 64) == 0;
    game.turns = game.quiet = game.count = game.sure = 0;
    game.begun = true;
}

// Plays one turn of a game, or ends it.
__device__ static void play_turn(const Thinker &thinker, Game &game, Turn *lists, int most, word_t *kept, int *written,
                                 int room, number_t *nodes) {
    if (!game.begun) begin_game(game);
    if (!game.own) return finish_game(game, 0, kept, written, room);
    if (__popcll(game.own | game.enemy) <= thinker.stones) {
        finish_game(game, expected(by_table(thinker.directory, game.own, game.enemy)), kept, written, room);
        return play_ending(thinker, game, lists, kept, written, room);
    }
    const int count = list_turns(game.own, game.enemy, lists);
    if (!count) return finish_game(game, BLOCKED_LOSES ? 0 : 500, kept, written, room);
    if (game.quiet >= MOST_QUIET || game.count == MOST_SEEN) return finish_game(game, 500, kept, written, room);
    Turn turn = lists[below(game, count)];
    turn.enemy &= BOARD;
    if (game.turns >= game.opening) {
        int value = 0;
        const Turn best = think(thinker, lists, count, most, &value, nodes);
        game.seen[2 * game.count] = game.own | (word_t)(value + INFINITE) << VALUE_AT;
        game.seen[2 * game.count + 1] = game.enemy;
        game.count++;
        if ((int)below(game, 100) < game.mood) game.sure = game.count;
        else turn = best;
    }
    game.quiet = turn.enemy == game.enemy ? game.quiet + 1 : 0;
    game.own = turn.enemy;
    game.enemy = turn.own;
    game.turns++;
}

// What the processor asks for.

extern "C" __global__ void start_games(Game *games, number_t size, word_t seed) {
    EVERY(number, size) {
        word_t mixed = (seed * 0x9E3779B97F4A7C15ull) ^ ((word_t)number + 1) * 0xBF58476D1CE4E5B9ull;
        mixed ^= mixed >> 31;
        mixed *= 0x94D049BB133111EBull;
        games[number].random = (mixed ^ mixed >> 29) | 1;
        games[number].begun = false;
    }
}

#define NETWORK_ARGUMENTS                                                                                          \
    const unsigned short *rows, const int *worths, const int *constants, const short *reading, const int *thresholds, \
        const int *says

extern "C" __global__ void play(const word_t *directory, int stones, const number_t *weights, NETWORK_ARGUMENTS,
                                Game *games, number_t size, int turns, int most, word_t *kept, int *written, int room,
                                word_t *all_nodes) {
    Turn lists[PLIES * TURNS];
    number_t nodes = 0;
    const Thinker thinker = {directory, stones, {weights, {rows, worths, constants, reading, thresholds, says}}};
    EVERY(number, size)
        for (int turn = 0; turn < turns; turn++) play_turn(thinker, games[number], lists, most, kept, written, room, &nodes);
    atomicAdd(all_nodes, (word_t)nodes);
}

extern "C" __global__ void judge_all(const number_t *weights, NETWORK_ARGUMENTS, const word_t *seen, number_t size,
                                     int *found) {
    const Judge judge = {weights, {rows, worths, constants, reading, thresholds, says}};
    EVERY(number, size) found[number] = judge(seen[2 * number] & BOARD, seen[2 * number + 1] & BOARD);
}

extern "C" __global__ void list_all(const word_t *seen, number_t size, int *counts, Turn *found) {
    EVERY(number, size)
        counts[number] = list_turns(seen[2 * number] & BOARD, seen[2 * number + 1] & BOARD, found + number * TURNS);
}

extern "C" __global__ void describe(const word_t *seen, number_t size, int about, unsigned short *rows,
                                    unsigned char *buckets) {
    EVERY(number, size) {
        word_t own = seen[2 * number] & BOARD, enemy = seen[2 * number + 1] & BOARD;
        if (about) turn_about(&own, &enemy);
        else {
            const int reflection = (int)((own * 0x9E3779B97F4A7C15ull ^ (word_t)number * 0xBF58476D1CE4E5B9ull) >> 61) & 3;
            own = reflect(own, reflection), enemy = reflect(enemy, reflection);
        }
        int found[GROUPS];
        rows_of(own, enemy, found);
        for (int group = 0; group < GROUPS; group++) rows[number * GROUPS + group] = (unsigned short)found[group];
        buckets[number] = (unsigned char)bucket_of(__popcll(own | enemy));
    }
}
