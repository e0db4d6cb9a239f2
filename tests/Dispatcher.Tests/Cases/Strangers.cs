namespace AkkaInstrumentation.Tests.Cases;

/// <summary>What flows on a thread besides an activity, baggage and a trace that passes through.</summary>
internal static class Strangers
{
    /// <summary>Whether anything else flows on the calling thread.</summary>
    public static bool Flow()
    {
        var found = new StrongBox<bool>();
        if (ExecutionContext.Capture() is { } context)
        {
            ExecutionContext.Run(context, static found => ((StrongBox<bool>)found!).Value = AreLeft(), found);
        }

        return found.Value;
    }

    private static bool AreLeft()
    {
        Activity.Current = null;
        PassThroughContext.Assign(null);
        if (AmbientBaggage.Current is not null)
        {
            AmbientBaggage.Replace(null);
        }

        return !ReferenceEquals(ExecutionContext.Capture(), HandlerContext.Empty);
    }
}
