using Akka.Actor;

namespace Akka.Event;

/// <summary>Logs as many dead letters as <c>akka.log-dead-letters</c> says.</summary>
public class DeadLetterListener : ActorBase
{
    private readonly int _most = Context.System.Settings.LogDeadLetters;
    private int _logged;

    protected override void PreStart()
    {
        foreach (var type in (Type[])[typeof(DeadLetter), typeof(Dropped), typeof(UnhandledMessage)])
        {
            Context.System.EventStream.Subscribe(Self, type);
        }
    }

    protected override bool Receive(object message)
    {
        if (message is AllDeadLetters letter and not { Message: IDeadLetterSuppression } && _logged < _most)
        {
            _logged++;
            var end = _logged == _most ? "; the next ones are not logged" : "";
            Context.System.EventStream.Publish(new Info(letter.Recipient.Path.ToString(), letter.Recipient.GetType(), $"{letter}{end}"));
        }

        return true;
    }
}
