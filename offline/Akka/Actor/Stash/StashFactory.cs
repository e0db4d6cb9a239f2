using Akka.Actor.Internal;

namespace Akka.Actor;

/// <summary>Makes stashes.</summary>
public static class StashFactory
{
    public static IStash CreateStash(this IActorContext context, IActorStash actorInstance) => CreateStash(context, actorInstance.GetType());

    public static IStash CreateStash(this IActorContext context, Type actorType)
    {
#pragma warning disable CS0618 // obsolete for users, not for those who still have it
        if (typeof(IWithBoundedStash).IsAssignableFrom(actorType))
#pragma warning restore CS0618
        {
            return new BoundedStashImpl(context);
        }

        if (typeof(IWithUnboundedStash).IsAssignableFrom(actorType))
        {
            return new UnboundedStashImpl(context);
        }

        return typeof(IWithUnrestrictedStash).IsAssignableFrom(actorType)
            ? new UnrestrictedStashImpl(context)
            : throw new ArgumentException(
                $"{actorType} does not say which stash it wants.", nameof(actorType));
    }
}
