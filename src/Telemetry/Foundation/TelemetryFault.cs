using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>
/// Exceptions from code that telemetry calls (samplers, processors, metric listeners, filters, redactors, enrichers, texts of exceptions). They never
/// reach an actor. Each kind is counted (<see cref="Counts"/>) and written once to the event source <c>AkkaInstrumentation</c>, where
/// <c>dotnet-trace</c> or an event listener finds it. An exception of a callback that an actor system is configured with is also in that system's
/// log.
/// </summary>
internal static class TelemetryFault
{
    public const string Listener = "listener";
    public const string Adaptation = "adaptation";
    public const string Filter = "filter";
    public const string Rules = "rule";
    public const string Queue = "queue";
    public const string Event = "event";
    public const string Baggage = "baggage";
    public const string Content = "content";
    public const string ExceptionText = "exception";
    public const string Enricher = "enricher";
    public const string Watch = "watch";
    public const string Remote = "remote";

    /// <summary>A thread of the instrumentation, or the scheduler's, could not be started.</summary>
    public const string Thread = "thread";

    // In characters. An event of .NET with more than 64 kB is not delivered.
    private const int MaxText = 8_192;

    private static readonly ConcurrentDictionary<string, long> Reported = new();

    /// <summary>
    /// Raised for each exception of a callback with its kind and the name of the actor system, on the thread that reports it. An actor system removes
    /// its own handler when it ends.
    /// </summary>
    public static event Action<string, Exception, string>? OfSystem;

    /// <summary>The number of exceptions of each kind.</summary>
    public static IEnumerable<KeyValuePair<string, long>> Counts => Reported;

    public static void Report(string kind, Exception exception, string? system = null)
    {
        if (Reported.AddOrUpdate(kind, 1, static (_, count) => count + 1) == 1)
        {
            InstrumentationEventSource.Log.CallbackFailed(kind, TextOf(exception));
        }

        if (system is not null)
        {
            OfSystem?.Invoke(kind, exception, system);
        }
    }

    /// <summary>
    /// Calls code that may throw. If it throws, the exception is reported and <paramref name="otherwise"/> is returned. With a static lambda it
    /// allocates nothing.
    /// </summary>
    public static T GuardValue<TState, T>(string kind, TState state, Func<TState, T> call, T otherwise, string? system = null)
    {
        try
        {
            return call(state);
        }
        catch (Exception e)
        {
            Report(kind, e, system);
            return otherwise;
        }
    }

    /// <summary>The same for code that returns nothing.</summary>
    public static void Guard<TState>(string kind, TState state, Action<TState> call, string? system = null)
    {
        try
        {
            call(state);
        }
        catch (Exception e)
        {
            Report(kind, e, system);
        }
    }

    /// <summary>The exception's text. A user's class builds it, so this may throw too, and the text may have any length.</summary>
    public static string TextOf(Exception exception)
    {
        try
        {
            return TextCut.At(exception.ToString(), MaxText);
        }
        catch (Exception)
        {
            return exception.GetType().FullName ?? exception.GetType().Name;
        }
    }
}

/// <summary>Cuts texts that come from other code.</summary>
internal static class TextCut
{
    /// <summary>Never cuts between the two halves of a surrogate pair, because exporters could not write one half.</summary>
    public static string At(string text, int length) => text.Length <= length ? text
        : text[..(char.IsHighSurrogate(text[length - 1]) ? length - 1 : length)];
}
