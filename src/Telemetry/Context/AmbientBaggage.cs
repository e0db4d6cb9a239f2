using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// OpenTelemetry's baggage, which flows with the execution context, beside the activity. The code that references OpenTelemetry connects
/// it. Before that there is no baggage, and a query reads one field.
/// </summary>
internal static class AmbientBaggage
{
    private static Func<object?>? s_read;
    private static Action<object?>? s_replace;

    /// <param name="read">Returns the current baggage; null when there is none.</param>
    /// <param name="replace">
    /// Makes a value, or null, current for the code that runs next on this thread, and nowhere else. Contexts captured before
    /// keep their value. Later writes do not reach them.
    /// </param>
    public static void Connect(Func<object?> read, Action<object?> replace)
    {
        s_replace = replace;
        Volatile.Write(ref s_read, read);
    }

    /// <summary>
    /// False when there certainly is no baggage. Senders and handlers of unrecorded messages nearly always run in contexts that
    /// are known to hold none. Recognising such a context is cheaper than reading the baggage.
    /// </summary>
    public static bool MayBeHere
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => s_read is not null && !HandlerContext.IsOurs(ExecutionContext.Capture());
    }

    public static object? Current => Volatile.Read(ref s_read)?.Invoke();

    public static void Replace(object? value) => s_replace?.Invoke(value);
}
