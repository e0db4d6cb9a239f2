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

    /// <summary>Whether spans can begin with a given id: this version of .NET has the field. Nobody asks before traces are kept.</summary>
    public static bool AreGiven { get; internal set; } = Try();

    public static ActivitySpanId Of(ulong id)
    {
        Span<byte> bytes = stackalloc byte[8];
        BinaryPrimitives.WriteUInt64BigEndian(bytes, id);
        return ActivitySpanId.CreateFromBytes(bytes);
    }

    /// <summary>The number of an activity's id; 0 for none, and if it has another format.</summary>
    public static ulong NumberOf(ActivitySpanId id)
    {
        Span<byte> bytes = stackalloc byte[8];
        id.CopyTo(bytes);
        return BinaryPrimitives.ReadUInt64BigEndian(bytes);
    }

    /// <summary>
    /// The next span that starts on this thread before the end has this id. Only then does the library look at activities that become current, so
    /// that nobody else's cost anything.
    /// </summary>
    /// <param name="id">The id; 0 for one that .NET draws.</param>
    /// <returns>Dispose it to end this.</returns>
    public static Given Give(ulong id)
    {
        if (id == 0 || !AreGiven)
        {
            return default;
        }

        t_next = Of(id).ToHexString();
        Activity.CurrentChanged += OnChanged;
        return new(isGiven: true);
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

    // Activity.Start draws the id, makes the activity current, and shows it to listeners, in this order.
    private static void OnChanged(object? sender, ActivityChangedEventArgs change)
    {
        if (t_next is { } id && change.Current is { IsStopped: false } started && ReferenceEquals(started.Source, AkkaTelemetry.Source))
        {
            t_next = null;
            IdOf(started) = id;
        }
    }

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_spanId")]
    private static extern ref string? IdOf(Activity activity);

    /// <summary>The time in which a span may start that has a given id.</summary>
    internal readonly ref struct Given(bool isGiven)
    {
        public void Dispose()
        {
            if (isGiven)
            {
                t_next = null;
                Activity.CurrentChanged -= OnChanged;
            }
        }
    }
}
