/// <reference lib="dom" />
/** The worker of the explorer: it asks the library, so that the page stays responsive. */
import { answersOf, timesOf } from './answers';
import type { Reply, Request } from './messages';
import { searchesOf } from './searches/all';

const reply = (message: Reply): void => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<Request>): void => {
  const { id, pair, isTimed } = data;
  try {
    reply({ id, rows: answersOf(pair), searches: searchesOf(pair) });
    if (isTimed) reply({ id, times: timesOf(pair) });
  } catch (error) {
    reply({ id, error: error instanceof Error ? error.message : String(error) });
  }
};
