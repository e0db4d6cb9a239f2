using Akka.Actor;

namespace WebApi.Trouble;

/// <summary>Sends a message again and again, for a while.</summary>
public sealed class TroubleActor : ReceiveActor, IWithTimers
{
    public TroubleActor()
    {
        Receive<Repeat>(repeat =>
        {
            // at once too, because each request restarts the timer
            repeat.Receiver.Tell(repeat.Message, Self);
            Timers.StartPeriodicTimer(repeat.Name, new Once(repeat, DateTime.UtcNow + repeat.Lasts), repeat.Every);
        });
        Receive<Once>(once =>
        {
            if (DateTime.UtcNow < once.Until)
            {
                once.Repeat.Receiver.Tell(once.Repeat.Message, Self);
            }
            else
            {
                Timers.Cancel(once.Repeat.Name);
            }
        });
        ReceiveAny(static _ => { }); // answers
    }

    public ITimerScheduler Timers { get; set; } = null!;

    private sealed record Once(Repeat Repeat, DateTime Until);
}

/// <summary>What to send, to whom, how often, and for how long.</summary>
public sealed record Repeat(string Name, TimeSpan Every, TimeSpan Lasts, IActorRef Receiver, object Message);
