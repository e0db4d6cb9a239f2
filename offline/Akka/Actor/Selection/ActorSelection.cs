using Akka.Event;

namespace Akka.Actor;

/// <summary>The actors that a path, with wildcards, finds at the moment of telling.</summary>
public class ActorSelection : ICanTell
{
    public ActorSelection(IActorRef anchor, SelectionPathElement[] path)
    {
        Anchor = anchor;
        Path = path;
    }

    public ActorSelection(IActorRef anchor, string path)
        : this(anchor, string.IsNullOrEmpty(path) ? [] : path.Split('/', StringSplitOptions.RemoveEmptyEntries))
    {
    }

    public ActorSelection(IActorRef anchor, IEnumerable<string> elements)
        : this(anchor, Parse(elements))
    {
    }

    public IActorRef Anchor { get; }

    public SelectionPathElement[] Path { get; }

    public string PathString => "/" + string.Join<SelectionPathElement>("/", Path);

    public void Tell(object message, IActorRef? sender = null)
    {
        Deliver((IInternalActorRef)Anchor, sender ?? ActorCell.GetCurrentSelfOrNoSender(), new ActorSelectionMessage(message, Path));
    }

    public Task<IActorRef> ResolveOne(TimeSpan timeout) => ResolveOne(timeout, CancellationToken.None);

    public async Task<IActorRef> ResolveOne(TimeSpan timeout, CancellationToken ct)
    {
        try
        {
            var identity = await this.Ask<ActorIdentity>(new Identify(Guid.NewGuid()), timeout, ct).ConfigureAwait(false);
            return identity.Subject ?? throw new ActorNotFoundException("nobody is there");
        }
        catch (Exception e)
        {
            throw new ActorNotFoundException($"{this} was not resolved.", e);
        }
    }

    public override string ToString() =>
        $"selection {PathString} from {Anchor}";

    internal static void Deliver(IInternalActorRef anchor, IActorRef? sender, ActorSelectionMessage selection)
    {
        var current = anchor;
        for (var i = 0; i < selection.Elements.Length; i++)
        {
            if (current is not ActorRefWithCell withCell)
            {
                // Not ours to walk: its system does the rest.
                current.Tell(selection.Copy(elements: selection.Elements[i..]), sender!);
                return;
            }

            switch (selection.Elements[i])
            {
                case SelectParent:
                    current = current.Parent;
                    break;
                case SelectChildName child:
                    var next = withCell.GetSingleChild(child.Name);
                    if (next.IsNobody())
                    {
                        Missing(anchor, sender, selection, withCell.Path / selection.Elements[i..].Select(element => element.ToString()!));
                        return;
                    }

                    current = next;
                    break;
                case SelectChildPattern pattern:
                    FanOut(anchor, withCell, sender, selection, selection.Elements[(i + 1)..], pattern.Matches);
                    return;
            }
        }

        current.Tell(selection.Message, sender!);
    }

    private static void FanOut(
        IInternalActorRef anchor,
        ActorRefWithCell parent,
        IActorRef? sender,
        ActorSelectionMessage selection,
        SelectionPathElement[] rest,
        Func<string, bool> matches)
    {
        var matching = parent.Children.Where(child => matches(child.Path.Name)).ToArray();
        if (matching.Length == 0 && !selection.WildCardFanOut)
        {
            Missing(anchor, sender, selection, anchor.Path / selection.Elements.Select(element => element.ToString()!));
            return;
        }

        var onwards = selection.Copy(elements: rest, wildCardFanOut: selection.WildCardFanOut || matching.Length > 1);
        foreach (var child in matching)
        {
            Deliver((IInternalActorRef)child, sender, onwards);
        }
    }

    private static void Missing(IInternalActorRef anchor, IActorRef? sender, ActorSelectionMessage selection, ActorPath path)
    {
        if (selection is { WildCardFanOut: true, Message: Identify })
        {
            return;
        }

        new EmptyLocalActorRef(anchor.Provider, path, EventStreamOf(anchor)).Tell(selection, sender!);
    }

    private static EventStream EventStreamOf(IInternalActorRef anchor) => ((ActorRefWithCell)anchor).Underlying.System.EventStream;

    private static SelectionPathElement[] Parse(IEnumerable<string> elements) => elements
        .Where(element => !string.IsNullOrEmpty(element))
        .Select<string, SelectionPathElement>(element => element switch
        {
            ".." => SelectParent.Instance,
            _ when element.AsSpan().IndexOfAny('*', '?') >= 0 => new SelectChildPattern(element),
            _ => new SelectChildName(element),
        })
        .ToArray();
}

/// <summary>Makes selections from paths.</summary>
public static class ActorRefFactoryShared
{
    public static ActorSelection ActorSelection(ActorPath actorPath, ActorSystem system) =>
        new(((ExtendedActorSystem)system).Provider.RootGuardianAt(actorPath.Address), actorPath.Elements);

    public static ActorSelection ActorSelection(string path, ActorSystem system, IActorRef lookupRoot)
    {
        if (ActorPath.TryParse(path, out var actorPath))
        {
            return ActorSelection(actorPath, system);
        }

        var provider = ((ExtendedActorSystem)system).Provider;
        return path.StartsWith('/')
            ? new ActorSelection(provider.RootGuardian, path)
            : new ActorSelection(lookupRoot, path);
    }
}
