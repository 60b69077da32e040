/** The page's side of the engine's Worker. */

/** A Worker that does one job at a time. A new job ends the one before. */
export class Engine {
  #worker = null;

  /**
   * Starts a job.
   * @param {import('./session.js').Session} session
   * @param {object} job its name as `job`, and what it needs
   * @param {(message: object) => void} onMessage
   */
  start(session, job, onMessage) {
    this.stop();
    const worker = new Worker('engine-worker.js', { type: 'module' });
    this.#worker = worker;
    worker.onmessage = ({ data }) => worker === this.#worker && onMessage(data);
    worker.onerror = () => worker === this.#worker && onMessage({ error: 'the engine has stopped' });
    worker.postMessage({ args: session.args, content: session.content, moves: session.played, ...job });
  }

  /** Ends the job, whatever it is doing. */
  stop() {
    this.#worker?.terminate();
    this.#worker = null;
  }
}
