using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The baggage that flows with the execution context beside the activity: OpenTelemetry's. Whoever knows OpenTelemetry connects
/// it; until then there is none, and asking for it reads one field.
/// </summary>
internal static class AmbientBaggage
{
    private static Func<object?>? s_read;
    private static Action<object?>? s_replace;

    /// <param name="read">What is current; null when there is none.</param>
    /// <param name="replace">
    /// Makes a value current, or none, for what comes next on this thread and nowhere else: contexts that were captured before
    /// keep theirs, and what is written from now on does not get into them.
    /// </param>
    public static void Connect(Func<object?> read, Action<object?> replace)
    {
        s_replace = replace;
        Volatile.Write(ref s_read, read);
    }

    /// <summary>
    /// False when there surely is none. Senders and handlers of unrecorded messages are nearly always in contexts that
    /// are known to hold none; looking for that is cheaper than asking.
    /// </summary>
    public static bool MayBeHere
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => s_read is not null && !HandlerContext.IsOurs(ExecutionContext.Capture());
    }

    public static object? Current => Volatile.Read(ref s_read)?.Invoke();

    public static void Replace(object? value) => s_replace?.Invoke(value);
}
