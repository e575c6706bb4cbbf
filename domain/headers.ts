/** The headers of our own that both ends speak. */

/** `{showId}.{shard} {bookmark}`: the client hands the last one back, so that its reads never go back in time. */
export const bookmarkHeader = 'x-backlot-bookmark';

/** On what an open page asks by itself: a session that nobody attends must run out (DEC-07). */
export const backgroundHeader = 'x-backlot-background';
