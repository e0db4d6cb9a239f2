namespace AkkaInstrumentation;

/// <summary>Where a handler hangs. Immutable.</summary>
/// <param name="Frames">The methods from the innermost one to that of the actor, and a few around it.</param>
internal sealed record HungStack(IReadOnlyList<string> Frames)
{
    /// <summary>The most methods that are kept.</summary>
    internal const int MaxFrames = 40;

    private static readonly string[] Libraries = ["System.", "Microsoft.", "Interop", "Akka."];

    /// <summary>The innermost method, and the innermost one of the application: <c>Monitor.Wait, called by Shop.Printer.Print</c>.</summary>
    public string Where
    {
        get
        {
            var own = Frames.FirstOrDefault(frame => !Array.Exists(Libraries, library => frame.StartsWith(library, StringComparison.Ordinal)));
            return own is null || own == Frames[0] ? Frames[0] : $"{Frames[0]}, called by {own}";
        }
    }

    /// <summary>The stack of a thread that runs a mailbox in a method of the actor's type; null for none.</summary>
    /// <param name="stacks">The stacks of all threads.</param>
    /// <param name="actor">The actor's type, with its namespace; null for none.</param>
    public static HungStack? Find(IReadOnlyList<IReadOnlyList<string>> stacks, string? actor)
    {
        if (actor is null)
        {
            return null;
        }

        // Of a handler that is a lambda, the method is in a class inside of the actor's. A generic type has its arguments in brackets.
        var name = actor.Split('`', '[')[0];
        foreach (var stack in stacks)
        {
            // A method of the runtime has no name.
            var named = stack.Where(static frame => frame.Length > 0).ToList();
            var run = named.FindIndex(static frame => frame.StartsWith("Akka.Dispatch.Mailbox.Run", StringComparison.Ordinal));
            var own = run < 0 ? -1 : named.Take(run).ToList().FindLastIndex(frame => frame.StartsWith(name, StringComparison.Ordinal)
                && (frame.Length == name.Length || frame[name.Length] is '.' or '+' or '`'));
            if (own >= 0)
            {
                return new([.. named.Take(own + 1).Take(MaxFrames).Select(static frame => TextCut.At(frame.Split('(')[0], TypeNames.MaxLength))]);
            }
        }

        return null;
    }
}
