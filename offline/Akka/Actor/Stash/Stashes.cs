namespace Akka.Actor.Internal;

/// <summary>The stash of an <see cref="IWithUnboundedStash"/>: never full, whatever the settings say.</summary>
public class UnboundedStashImpl(IActorContext context) : AbstractStash(context)
{
    public override int Capacity => Deploy.NoStashSize;
}

/// <summary>The stash of an <see cref="IWithBoundedStash"/>.</summary>
public class BoundedStashImpl(IActorContext context) : AbstractStash(context);

/// <summary>The stash of an actor that leaves the capacity to its settings.</summary>
internal sealed class UnrestrictedStashImpl(IActorContext context) : AbstractStash(context);
