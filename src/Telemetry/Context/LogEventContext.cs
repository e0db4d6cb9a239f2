using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// The context that a log event itself has. Akka 1.5.59 and later write what is current into each event. Earlier versions have no such property. It is
/// looked for once.
/// </summary>
internal static class LogEventContext
{
    /// <summary>Returns the context of an event; null when Akka's events have none. A test can replace it.</summary>
    public static Func<LogEvent, ActivityContext?>? Read { get; set; } = Find<LogEvent>();

    /// <summary>Finds the public property <c>ActivityContext</c> of a type; null when the type has none.</summary>
    public static Func<T, ActivityContext?>? Find<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicProperties)] T>()
        where T : class
    {
        var getter = typeof(T).GetProperty(nameof(ActivityContext), typeof(ActivityContext?))?.GetGetMethod();
        return getter?.CreateDelegate<Func<T, ActivityContext?>>();
    }
}
