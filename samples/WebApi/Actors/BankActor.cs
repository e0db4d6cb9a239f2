using Akka.Actor;

namespace WebApi.Actors;

/// <summary>The line to the bank. It drops for cards that end in 0000; then the supervisor restarts this actor.</summary>
public sealed class BankActor : ReceiveActor
{
    public BankActor()
    {
        Receive<ChargeCard>(charge =>
        {
            if (charge.Card.EndsWith("0000", StringComparison.Ordinal))
            {
                throw new BankLineDroppedException("The line to the bank dropped");
            }

            Sender.Tell(new CardCharge(Charged: true));
        });
    }

    // Whoever waits for an answer gets one, also when the line has dropped.
    protected override void PreRestart(Exception reason, object message)
    {
        Sender.Tell(new CardCharge(Charged: false, reason.Message));
        base.PreRestart(reason, message);
    }
}

/// <summary>The bank hung up in the middle of a charge.</summary>
public sealed class BankLineDroppedException(string message) : Exception(message);
