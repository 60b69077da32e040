//! Reader, threads and writer of `gridlaw analyse`.
//!
//! One thread reads lines, others search, and the caller's thread alone writes. It also keeps the
//! list of live requests, so that each gets exactly one final answer.

use std::collections::{HashMap, VecDeque};
use std::io::{self, BufReader, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use gridlaw::console::Console;

use super::protocol::{Answer, Code, Hello, LONGEST_LINE, Line, MOST_LIVE, Problem, Reason};
use super::request::{Analyse, Request};
use super::work::{unstarted, work};

/// The threads of a server and their memory.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// The number of requests that are worked on at once.
    pub threads: usize,
    /// The size of each request's table, in MiB.
    pub table: usize,
    /// Whether the server finishes all live requests at the end of the input.
    pub finish: bool,
}

/// The most events that wait for the writer.
const EVENTS: usize = 64;

/// A message to the writer.
enum Event {
    Line(Vec<u8>),
    TooLong,
    End(io::Result<()>),
    Answer(Answer),
    /// A live request that turned out to be none.
    Refused(Problem),
}

/// A request that waits for a thread.
struct Job {
    request: Box<Analyse>,
    stop: Arc<AtomicBool>,
}

/// The requests that wait, in order.
#[derive(Default)]
struct Queue {
    jobs: Mutex<VecDeque<Job>>,
    more: Condvar,
}

impl Queue {
    fn push(&self, job: Job) {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner).push_back(job);
        self.more.notify_one();
    }

    /// The next request. Waits without a limit: the threads end with the program.
    fn next(&self) -> Job {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(job) = jobs.pop_front() {
                return job;
            }
            jobs = self.more.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes out the requests that `wanted` names.
    fn take(&self, wanted: impl Fn(&str) -> bool) -> Vec<Job> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let (taken, kept) = jobs.drain(..).partition(|job: &Job| wanted(&job.request.id));
        *jobs = kept;
        taken.into()
    }
}

/// Sends the lines of the input, each without its newline, until the input ends or the receiver is
/// gone.
fn read(input: impl Read, events: &SyncSender<Event>) {
    let mut console = Console::new(BufReader::new(input), io::sink(), io::sink());
    loop {
        let event = match console.read_line() {
            Ok(Some(line)) if line.cut => Event::TooLong,
            Ok(Some(line)) => Event::Line(line.bytes),
            end => Event::End(end.map(drop)),
        };
        let is_end = matches!(event, Event::End(_));
        if events.send(event).is_err() || is_end {
            return;
        }
    }
}

/// Answers requests until the input ends or asks for the end. Every request gets its final answer
/// before the function returns.
///
/// # Errors
/// The first error of `output`; a closed pipe is one. An error of `input`, which ends it. Threads
/// may then still run for a few thousand positions.
pub fn run(means: Means, input: impl Read + Send + 'static, output: &mut dyn Write) -> io::Result<()> {
    let (sender, events) = sync_channel(EVENTS);
    let queue = Arc::new(Queue::default());
    for _ in 0..means.threads {
        let (queue, sender) = (Arc::clone(&queue), sender.clone());
        thread::Builder::new().stack_size(gridlaw::search::STACK).spawn(move || {
            loop {
                let Job { request, stop } = queue.next();
                let send = |event| {
                    if sender.send(event).is_err() {
                        stop.store(true, Relaxed);
                    }
                };
                work(*request, means.table, &stop, &mut |answer| send(Event::Answer(answer)))
                    .unwrap_or_else(|problem| send(Event::Refused(problem)));
            }
        })?;
    }
    thread::Builder::new().spawn(move || read(input, &sender))?;
    let mut server = Server { queue, live: HashMap::new(), output };
    let result = server.serve(means, &events);
    // After an error of the output, no answer can be written.
    server.live.values().for_each(|stop| stop.store(true, Relaxed));
    result
}

/// The writer.
struct Server<'a> {
    queue: Arc<Queue>,
    /// The requests without a final answer, and the flag that stops each.
    live: HashMap<String, Arc<AtomicBool>>,
    output: &'a mut dyn Write,
}

impl Server<'_> {
    fn serve(&mut self, means: Means, events: &Receiver<Event>) -> io::Result<()> {
        self.write(&Line::Hello(Hello::new(means.threads, means.table)))?;
        let (mut is_closing, mut read) = (false, Ok(()));
        while !is_closing || !self.live.is_empty() {
            let event = match events.try_recv() {
                Err(TryRecvError::Empty) => {
                    self.output.flush()?;
                    events.recv().ok()
                }
                event => event.ok(),
            };
            match event.unwrap_or(Event::End(Ok(()))) {
                Event::Answer(answer) => self.answer(answer)?,
                Event::Refused(problem) => {
                    problem.id.as_ref().map(|id| self.live.remove(id));
                    self.write(&Line::Error(problem))?;
                }
                // Lines after a `quit` are ignored.
                Event::Line(_) | Event::TooLong | Event::End(_) if is_closing => {}
                Event::Line(line) => {
                    is_closing = self.take(&line)?;
                    if is_closing {
                        self.stop(|_| true)?;
                    }
                }
                Event::TooLong => {
                    let message = format!("expected a line of at most {LONGEST_LINE} bytes, found a longer one");
                    self.write(&Line::Error(Problem::of_line(Code::Long, message)))?;
                }
                Event::End(result) => {
                    (is_closing, read) = (true, result);
                    if !means.finish {
                        self.stop(|_| true)?;
                    }
                }
            }
        }
        self.output.flush()?;
        read
    }

    /// Handles a line. Returns whether it is a `quit`.
    fn take(&mut self, line: &[u8]) -> io::Result<bool> {
        let request = Request::read(line);
        let refused = |id: &str, code, message| Problem { id: Some(id.into()), ..Problem::of(code, "id", message) };
        let problem = match request {
            Ok(Request::Quit) => return Ok(true),
            Ok(Request::Stop(id)) if self.live.contains_key(&id) => {
                self.stop(|live| live == id)?;
                return Ok(false);
            }
            Ok(Request::Stop(id)) => refused(&id, Code::Gone, "no live request has this id"),
            Ok(Request::Analyse(request)) if self.live.contains_key(&request.id) => {
                refused(&request.id, Code::Live, "a live request has this id")
            }
            Ok(Request::Analyse(request)) if self.live.len() >= MOST_LIVE => {
                let message = format!("expected at most {MOST_LIVE} live requests, found one more");
                Problem { id: Some(request.id), ..Problem::of_line(Code::Busy, message) }
            }
            Ok(Request::Analyse(request)) => {
                let stop = Arc::new(AtomicBool::new(false));
                self.live.insert(request.id.clone(), Arc::clone(&stop));
                self.queue.push(Job { request, stop });
                return Ok(false);
            }
            Err(problem) => problem,
        };
        self.write(&Line::Error(problem))?;
        Ok(false)
    }

    /// Stops the live requests that `wanted` names. Those that still wait are answered at once.
    fn stop(&mut self, wanted: impl Fn(&str) -> bool) -> io::Result<()> {
        for Job { request, .. } in self.queue.take(&wanted) {
            self.answer(unstarted(&request, Reason::Stopped))?;
        }
        for (_, stop) in self.live.iter().filter(|(id, _)| wanted(id)) {
            stop.store(true, Relaxed);
        }
        Ok(())
    }

    fn answer(&mut self, answer: Answer) -> io::Result<()> {
        if answer.is_final {
            self.live.remove(&answer.id);
        }
        self.write(&Line::Answer(answer))
    }

    fn write(&mut self, line: &Line) -> io::Result<()> {
        serde_json::to_writer(&mut *self.output, line)?;
        self.output.write_all(b"\n")
    }
}
