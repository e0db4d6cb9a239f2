#nullable disable annotations // oblivious, as Akka's own signatures are: sender and cancelable may be null

namespace Akka.Actor;

/// <summary>Sends messages later, once or again and again.</summary>
public interface ITellScheduler
{
    void ScheduleTellOnce(TimeSpan delay, ICanTell receiver, object message, IActorRef sender);

    void ScheduleTellOnce(TimeSpan delay, ICanTell receiver, object message, IActorRef sender, ICancelable cancelable);

    void ScheduleTellRepeatedly(TimeSpan initialDelay, TimeSpan interval, ICanTell receiver, object message, IActorRef sender, ICancelable cancelable);
}
