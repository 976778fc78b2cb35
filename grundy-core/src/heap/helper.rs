//! Jobs that two threads share.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};

use super::witness::Job;

/// The size after the last heap of a job, and what was left open.
pub(super) type Answer = (u64, Vec<(u64, u32)>);

/// A job that is to be done, by whichever thread comes first.
#[derive(Clone)]
pub(super) struct Task(Arc<State>);

struct State {
    job: Job,
    /// Whether the helper knows of it.
    shared: bool,
    begun: AtomicBool,
    cancelled: AtomicBool,
    answer: OnceLock<Answer>,
}

impl Task {
    fn new(job: Job, shared: bool) -> Self {
        let (begun, cancelled) = Default::default();
        Self(Arc::new(State { job, shared, begun, cancelled, answer: OnceLock::new() }))
    }

    pub(super) fn is_shared(&self) -> bool {
        self.0.shared
    }

    /// Says that no answer is needed any more.
    pub(super) fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether nobody had begun it; from now on the caller has.
    fn begin(&self) -> bool {
        !self.0.begun.swap(true, Ordering::Relaxed)
    }

    /// Does the job, unless the other thread does it sooner or nobody needs it.
    fn run(&self) {
        let State { job, cancelled, answer, .. } = &*self.0;
        let over = || answer.get().is_some() || cancelled.load(Ordering::Relaxed);
        if let Some(left) = job.run(over) {
            // The other thread has found the same.
            let _ = answer.set((job.first + job.len() as u64, left));
        }
    }
}

/// Takes the first task away and answers it.
///
/// While the helper is busy with it, the tasks behind it are begun here. With none left to begin,
/// the first is done here, too: the helper may be waiting for a processor.
pub(super) fn finish_first(tasks: &mut VecDeque<Task>) -> Option<Answer> {
    while tasks.front()?.0.answer.get().is_none() {
        match tasks.iter().find(|task| task.begin()) {
            Some(task) => task.run(),
            None => tasks.front()?.run(),
        }
    }
    tasks.pop_front()?.0.answer.get().cloned()
}

/// A thread that does tasks in the order in which they were started.
pub(super) struct Helper {
    thread: Option<Helping>,
    alone: bool,
}

struct Helping {
    tasks: Option<Sender<Task>>,
    thread: Option<JoinHandle<()>>,
}

impl Helper {
    pub(super) fn new() -> Self {
        let alone = thread::available_parallelism().is_ok_and(|threads| threads.get() == 1);
        Self { thread: None, alone }
    }

    /// Whether there is more than one processor.
    pub(super) fn may_share(&self) -> bool {
        !self.alone
    }

    /// Makes a job a task, and lets the thread know of it if it is to share.
    pub(super) fn start(&mut self, job: Job, share: bool) -> Task {
        if self.thread.is_none() && share && !self.alone {
            self.thread = Helping::new();
            self.alone = self.thread.is_none();
        }
        let task = Task::new(job, share && self.thread.is_some());
        if let (true, Some(Helping { tasks: Some(tasks), .. })) = (task.is_shared(), &self.thread) {
            // Without the thread, all is done here.
            let _ = tasks.send(task.clone());
        }
        task
    }
}

impl Helping {
    fn new() -> Option<Self> {
        let (tasks, todo) = channel::<Task>();
        let work = move || todo.iter().filter(Task::begin).for_each(|task| task.run());
        let thread = thread::Builder::new().name("witnesses".into()).spawn(work).ok()?;
        Some(Self { tasks: Some(tasks), thread: Some(thread) })
    }
}

impl Drop for Helping {
    fn drop(&mut self) {
        self.tasks = None;
        if let Some(thread) = self.thread.take() {
            // What it was to do has been done here if it panicked.
            let _ = thread.join();
        }
    }
}
