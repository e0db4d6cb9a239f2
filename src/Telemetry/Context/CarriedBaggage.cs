using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// A snapshot of the baggage that was current when a message was sent: the activity's and OpenTelemetry's. It exists only when there is baggage.
/// </summary>
internal sealed class CarriedBaggage(KeyValuePair<string, string?>[] items, object? ambient)
{
    private const int Few = 16;

    // Latest first, the order in which an activity lists them.
    private readonly KeyValuePair<string, string?>[] _items = items;
    private readonly object? _ambient = ambient;

    /// <summary>The activity's baggage, latest first.</summary>
    public IReadOnlyList<KeyValuePair<string, string?>> Items => _items;

    /// <summary>OpenTelemetry's baggage; empty for none.</summary>
    public IEnumerable<KeyValuePair<string, string?>> AmbientItems => AmbientBaggage.ItemsOf(_ambient);

    /// <summary>Whether the activity had baggage.</summary>
    public bool IsOfActivity => _items.Length > 0;

    /// <summary>The baggage of a message from another node, around its origin.</summary>
    /// <param name="trace">The trace; null for none.</param>
    /// <param name="items">The activity's baggage, latest first.</param>
    /// <param name="ambient">OpenTelemetry's baggage. It is lost if no assembly connects OpenTelemetry's baggage.</param>
    public static MessageOrigin Arrived(MessageOrigin? trace, KeyValuePair<string, string?>[] items,
        IReadOnlyList<KeyValuePair<string, string?>> ambient) =>
        new ExtendedOrigin(trace) { CarriedBaggage = new(items, AmbientBaggage.Of(ambient)) };

    /// <summary>Returns the origin of a message that is sent in this activity, with its baggage if there is any. Sender's thread.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessageOrigin? With(Activity current) =>
        NonRecordingActivity.IsWithoutBaggage(current) && !AmbientBaggage.MayBeHere
            ? MessageOrigin.SentIn(current) : WithCore(MessageOrigin.SentIn(current), current, passing: null);

    /// <summary>The same when no activity is current, or when the current one belongs to a trace that passes through.</summary>
    /// <param name="passing">The trace that passes through; null for none.</param>
    public static MessageOrigin? WithPassThrough(PassThroughContext? passing) =>
        passing?.Baggage is null && !AmbientBaggage.MayBeHere ? passing?.Trace : WithCore(passing?.Trace, current: null, passing);

    /// <summary>
    /// Makes the message's OpenTelemetry baggage current for the handler. If the message has none, this removes baggage that other code has
    /// left. Running thread, before the message's activity starts, so that processors of the SDK see the baggage.
    /// </summary>
    /// <param name="baggage">The message's <see cref="MessageOrigin.Baggage"/>.</param>
    public static void Arrive(CarriedBaggage? baggage)
    {
        if (baggage is not null || AmbientBaggage.MayBeHere)
        {
            AmbientBaggage.Replace(baggage?._ambient);
        }
    }

    /// <summary>
    /// Sets the items from the oldest to the latest, so that the same item wins as before. Each key is set once, so that a long chain of
    /// messages does not make the baggage grow.
    /// </summary>
    public void ApplyTo(Activity activity)
    {
        if (_items.Length > Few)
        {
            // A caller of the application may send thousands of items, and setting one searches all that are set.
            foreach (var (key, value) in _items.DistinctBy(static item => item.Key).Where(static item => item.Value is not null).Reverse())
            {
                activity.AddBaggage(key, value);
            }

            return;
        }

        for (var i = _items.Length - 1; i >= 0; i--)
        {
            activity.SetBaggage(_items[i].Key, _items[i].Value);
        }
    }

    // Never throws: an exception would reach the sender.
    [MethodImpl(MethodImplOptions.NoInlining)]
    [return: NotNullIfNotNull(nameof(origin))]
    private static MessageOrigin? WithCore(MessageOrigin? origin, Activity? current, PassThroughContext? passing) => TelemetryFault.GuardValue(
        TelemetryFault.Baggage,
        (origin, current, passing),
        static it =>
        {
            KeyValuePair<string, string?>[] items = it.current is null ? it.passing?.Baggage?._items ?? []
                : NonRecordingActivity.IsWithoutBaggage(it.current) ? [] : [.. it.current.Baggage];
            var ambient = AmbientBaggage.Current;
            return items.Length == 0 && ambient is null ? it.origin : new ExtendedOrigin(it.origin) { CarriedBaggage = new(items, ambient) };
        },
        origin);
}

/// <summary>
/// OpenTelemetry's baggage, which flows with the execution context, beside the activity. The assembly that references OpenTelemetry connects it.
/// Before that there is no baggage, and a check reads one field.
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

    // The slot may be of the user's own class, whose exceptions must not reach a message or a run.
    public static object? Current => Volatile.Read(ref s_read) is { } read
        ? TelemetryFault.GuardValue(TelemetryFault.Baggage, read, static read => read(), null)
        : null;

    public static IEnumerable<KeyValuePair<string, string?>> ItemsOf(object? value) => value is null || s_items is not { } items ? [] : items(value);

    public static object? Of(IReadOnlyList<KeyValuePair<string, string?>> items) => items.Count == 0 ? null : s_make?.Invoke(items);

    public static void Replace(object? value) =>
        TelemetryFault.Guard(TelemetryFault.Baggage, (Replace: s_replace, value), static it => it.Replace?.Invoke(it.value));
}
