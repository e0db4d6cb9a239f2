using Akka.Actor;
using Akka.Dispatch.SysMsg;

namespace Akka.Dispatch;

/// <summary>
/// Runs an async handler piece by piece on its actor: the first inside the message, the others as system messages,
/// while the mailbox gives out no further message.
/// </summary>
public class ActorTaskScheduler : TaskScheduler
{
    private readonly ActorCell _cell;
    private object? _message;
    private IActorRef? _sender;
    private int _running;

    internal ActorTaskScheduler(ActorCell cell) => _cell = cell;

    /// <summary>The message whose handler has not finished; null when there is none.</summary>
    public object CurrentMessage => _message!;

    public override int MaximumConcurrencyLevel => 1;

    public static void RunTask(Func<Task> asyncAction)
    {
        var cell = ActorCell.Current ?? throw new InvalidOperationException("Only an actor can run a task.");
        cell.TaskScheduler.Begin(asyncAction);
    }

    internal void Execute(Task task) => TryExecuteTask(task);

    protected override IEnumerable<Task>? GetScheduledTasks() => null;

    protected override void QueueTask(Task task) =>
        _cell.SendSystemMessage(new ActorTaskSchedulerMessage(this, task, null, _message!, _sender!));

    protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) =>
        !taskWasPreviouslyQueued && ReferenceEquals(ActorCell.Current, _cell) && TryExecuteTask(task);

    /// <summary>The handler has finished, on the actor's thread: messages flow again.</summary>
    internal void Finish()
    {
        if (--_running == 0)
        {
            _message = null;
            _sender = null;
            _cell.EndAwait();
        }
    }

    private void Begin(Func<Task> handler)
    {
        _message = _cell.CurrentMessage;
        _sender = _cell.Sender;
        _running++;
        _cell.Mailbox.Status.BeginAwait();

        var start = new Task<Task>(handler);
        start.RunSynchronously(this);
        _ = start.Unwrap().ContinueWith(
            static (done, state) => ((ActorTaskScheduler)state!).End(done),
            this,
            CancellationToken.None,
            TaskContinuationOptions.ExecuteSynchronously,
            this);
    }

    private void End(Task handler)
    {
        if (handler.IsCompletedSuccessfully)
        {
            Finish();
            return;
        }

        var failure = handler.Exception is { } several
            ? several.InnerExceptions.Count == 1 ? several.InnerException! : several
            : new TaskCanceledException(handler);
        _cell.SendSystemMessage(new ActorTaskSchedulerMessage(this, null, failure, _message!, _sender!));
    }
}
