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
    private static Func<object, IEnumerable<KeyValuePair<string, string?>>>? s_items;
    private static Func<IReadOnlyList<KeyValuePair<string, string?>>, object>? s_make;

    /// <param name="read">Returns the current baggage; null when there is none.</param>
    /// <param name="replace">
    /// Makes a value, or null, current for the code that runs next on this thread, and nowhere else. Contexts captured before
    /// keep their value. Later writes do not reach them.
    /// </param>
    /// <param name="items">The items of a value, to send them to another node.</param>
    /// <param name="make">Makes a value of items from another node.</param>
    public static void Connect(
        Func<object?> read,
        Action<object?> replace,
        Func<object, IEnumerable<KeyValuePair<string, string?>>> items,
        Func<IReadOnlyList<KeyValuePair<string, string?>>, object> make)
    {
        s_items = items;
        s_make = make;
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

    // It may lie in a slot of the user's own class, whose exceptions must not reach a message or a run.
    public static object? Current => Volatile.Read(ref s_read) is { } read
        ? TelemetryFault.GuardValue(TelemetryFault.Baggage, read, static read => read(), null)
        : null;

    public static IEnumerable<KeyValuePair<string, string?>> ItemsOf(object? value) => value is null || s_items is not { } items ? [] : items(value);

    public static object? Of(IReadOnlyList<KeyValuePair<string, string?>> items) => items.Count == 0 ? null : s_make?.Invoke(items);

    public static void Replace(object? value) =>
        TelemetryFault.Guard(TelemetryFault.Baggage, (Replace: s_replace, value), static it => it.Replace?.Invoke(it.value));
}
