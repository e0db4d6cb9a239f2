using Akka.Dispatch;

namespace Akka.Actor;

/// <summary>One piece of scheduled work; an interval of zero means once.</summary>
internal sealed class TimerEntry(IRunnable work, TimeSpan interval, ICancelable? cancelable)
{
    public bool IsRepeated => interval > TimeSpan.Zero;

    public TimeSpan Interval => interval;

    public bool IsCanceled => cancelable?.IsCancellationRequested ?? false;

    public void Run() => work.Run();

    public override string ToString() => $"{work} (every {interval})";
}

internal sealed class TellRunnable(ICanTell receiver, object message, IActorRef? sender) : IRunnable
{
    public void Run() => receiver.Tell(message, sender!);

    public void Execute() => Run();

    public override string ToString() => $"[{receiver}.Tell({message}, {sender})]";
}
