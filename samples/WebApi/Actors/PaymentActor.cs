using Akka.Actor;
using Akka.Event;

namespace WebApi.Actors;

/// <summary>Checks a card over the network, which takes its time, and then lets the bank charge it.</summary>
public sealed class PaymentActor : ReceiveActor
{
    private readonly IActorRef _bank = Context.ActorOf(Props.Create<BankActor>(), "bank");

    public PaymentActor(CardNetwork network)
    {
        var log = Context.GetLogger();
        ReceiveAsync<ChargeCard>(async charge =>
        {
            await network.CheckCard();
            log.Info("The card is good, the bank charges {0}", [charge.Amount]);
            _bank.Forward(charge);
        });
    }

    // A dropped line is expected: a fresh bank actor dials again.
    protected override SupervisorStrategy SupervisorStrategy() => new OneForOneStrategy(
        maxNrOfRetries: -1,
        withinTimeMilliseconds: -1,
        localOnlyDecider: failure => failure is BankLineDroppedException ? Directive.Restart : Directive.Escalate);
}
