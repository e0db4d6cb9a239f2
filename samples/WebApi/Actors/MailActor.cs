using Akka.Actor;
using Akka.Pattern;

namespace WebApi.Actors;

/// <summary>
/// Mails receipts. One that fails is tried again. When the server stays down, the circuit breaker opens: for a while receipts are refused at once.
/// </summary>
public sealed class MailActor : ReceiveActor
{
    public MailActor(MailServer server)
    {
        Receive<BreakDown>(breakDown => server.BreakDown(breakDown.Lasts));
        ReceiveAsync<MailReceipt>(async receipt =>
        {
            try
            {
                await server.Send(receipt);
            }
            catch (OpenCircuitException refusal)
            {
                // whoever asked for it hears why
                Sender.Tell(new Status.Failure(refusal));
            }
        });
    }

    // Tries it again. That ends, because the breaker counts the failures.
    protected override void PreRestart(Exception reason, object message)
    {
        Self.Forward(message);
        base.PreRestart(reason, message);
    }
}
