using Akka.Actor;

namespace WebApi.Actors;

/// <summary>The delivery van. When it breaks down, it is started again and again, and breaks down each time: a restart loop.</summary>
public sealed class VanActor : ReceiveActor
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(250);

    private DateTime _until;

    public VanActor() => Receive<BreakDown>(breakDown =>
    {
        _until = DateTime.UtcNow + breakDown.Lasts;
        throw new VanBrokeDownException("The engine has stopped");
    });

    // A timer would end with the restart.
    protected override void PreRestart(Exception reason, object message)
    {
        if (_until - DateTime.UtcNow is { Ticks: > 0 } left)
        {
            Task.Delay(Pause).PipeTo(Self, ActorRefs.NoSender, () => new BreakDown(left - Pause));
        }

        base.PreRestart(reason, message);
    }
}

/// <summary>The van does not drive.</summary>
public sealed class VanBrokeDownException(string message) : Exception(message);
