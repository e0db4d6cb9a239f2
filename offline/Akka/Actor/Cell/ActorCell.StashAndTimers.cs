using Akka.Actor.Scheduler;

namespace Akka.Actor;

public partial class ActorCell
{
    private TimerScheduler? _timers;

    private TimerScheduler Timers => _timers ??= new TimerScheduler(this);

    /// <summary>Handles what a scheduler or a timer sent as if it had been sent itself.</summary>
    private void ReceiveScheduled(Envelope envelope)
    {
        var message = envelope.Message;
        if (message is IScheduledTellMsg scheduled)
        {
            message = scheduled.Message;
            _message = message;
        }

        if (message is TimerMessage timer)
        {
            if (_timers?.Accepts(timer) == true)
            {
                ReceiveMessage(timer.Message);
            }
        }
        else
        {
            Receive(new Envelope(message, envelope.Sender));
        }
    }
}
