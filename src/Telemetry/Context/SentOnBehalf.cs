using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// What this thread sends on behalf of somebody else: a scheduler's message (<see cref="ScheduledContext"/>), or one that has arrived from another
/// node (<see cref="ArrivedMessage"/>). What is current on the thread does not belong to it.
/// </summary>
internal static class SentOnBehalf
{
    [ThreadStatic]
    private static object? t_of;

    // Most programs never need it. A sender then reads only this field.
    private static bool s_isUsed;

    /// <summary>Whether this thread sends on behalf of somebody. Read for messages that are sent outside of all handlers.</summary>
    public static bool IsOn
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => s_isUsed && t_of is not null;
    }

    /// <summary>A <see cref="ScheduledContext"/> or an <see cref="ArrivedMessage"/>; null for none.</summary>
    public static object? Of => t_of;

    /// <summary>Call it before the first <see cref="Begin"/>.</summary>
    public static void Use() => s_isUsed = true;

    /// <summary>From now on this thread sends for somebody. Returns the value that <see cref="End"/> needs.</summary>
    public static object? Begin(object? of)
    {
        var outer = t_of;
        t_of = of;
        return outer;
    }

    public static void End(object? outer) => t_of = outer;
}
