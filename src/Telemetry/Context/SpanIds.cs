using System.Buffers.Binary;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// Span ids as numbers, and spans that begin with an id that was known before. .NET draws a span's id when the span starts, and has no way to give
/// it one. A message that left a record has one already: its children have it as their parent, and log lines may show it. So the field is written
/// while the span starts, before any listener sees it (docs/decisions.md).
/// </summary>
internal static class SpanIds
{
    [ThreadStatic]
    private static string? t_next;

    // Whether this version of .NET has the field.
    private static readonly bool CanGive = Try();

    static SpanIds() => Activity.CurrentChanged += OnChanged;

    /// <summary>Whether spans can begin with a given id.</summary>
    public static bool AreGiven => CanGive;

    public static ActivitySpanId Of(ulong id)
    {
        Span<byte> bytes = stackalloc byte[8];
        BinaryPrimitives.WriteUInt64BigEndian(bytes, id);
        return ActivitySpanId.CreateFromBytes(bytes);
    }

    /// <summary>The number of an activity's id; 0 if it has another format.</summary>
    public static ulong NumberOf(ActivitySpanId id)
    {
        Span<byte> bytes = stackalloc byte[8];
        id.CopyTo(bytes);
        return BinaryPrimitives.ReadUInt64BigEndian(bytes);
    }

    /// <summary>The next span that starts on this thread has this id; 0 for one that .NET draws. End it with <see cref="End"/>.</summary>
    public static void Begin(ulong id) => t_next = id != 0 && CanGive ? Of(id).ToHexString() : null;

    public static void End() => t_next = null;

    // Activity.Start draws the id, makes the activity current, and shows it to listeners, in this order.
    private static void OnChanged(object? sender, ActivityChangedEventArgs change)
    {
        if (t_next is { } id && change.Current is { IsStopped: false } started && ReferenceEquals(started.Source, AkkaTelemetry.Source))
        {
            t_next = null;
            IdOf(started) = id;
        }
    }

    private static bool Try()
    {
        try
        {
            IdOf(new Activity("akka.kept")) = null;
            return true;
        }
        catch (MissingFieldException)
        {
            return false;
        }
    }

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_spanId")]
    private static extern ref string? IdOf(Activity activity);
}
