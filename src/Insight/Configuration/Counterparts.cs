using System.Diagnostics.CodeAnalysis;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// The instrumented replacement of a dispatcher type that HOCON can name: the instrumented configurator's type, and the
/// executor if the original type implies one. Types are given by name, as in HOCON, because they are in the assembly above.
/// </summary>
internal sealed record DispatcherCounterpart(
    [property: DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)]
    [param: DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)]
    string TypeName,
    string? Executor = null)
{
    // Constants, so that the trimmer can read them and keeps the types.
    private const string Space = "AkkaInstrumentation";
    private const string Above = $"{Space}.Dispatcher";

    private static readonly DispatcherCounterpart Shared = new($"{Space}.InstrumentedDispatcherConfigurator, {Above}");
    private static readonly DispatcherCounterpart Pinned = new($"{Space}.InstrumentedPinnedDispatcherConfigurator, {Above}");
    private static readonly DispatcherCounterpart Synchronized = new($"{Space}.InstrumentedSynchronizedDispatcherConfigurator, {Above}");

    // Akka's short names and the configurators behind them, because HOCON can also name the configurator itself.
    private static readonly Dictionary<string, DispatcherCounterpart> ByType = new(StringComparer.Ordinal)
    {
        ["Dispatcher"] = Shared,
        ["TaskDispatcher"] = Shared with { Executor = "task-executor" },
        ["ForkJoinDispatcher"] = Shared with { Executor = "fork-join-executor" },
        ["PinnedDispatcher"] = Pinned,
        ["SynchronizedDispatcher"] = Synchronized,
        ["Akka.Dispatch.DispatcherConfigurator"] = Shared,
        ["Akka.Dispatch.PinnedDispatcherConfigurator"] = Pinned,
        ["Akka.Dispatch.CurrentSynchronizationContextDispatcherConfigurator"] = Synchronized,
        ["Akka.TestKit.CallingThreadDispatcherConfigurator, Akka.TestKit"] = new($"{Space}.InstrumentedCallingThreadDispatcherConfigurator, {Above}"),
    };

    /// <summary>Akka's short names of the types that have a counterpart, for messages.</summary>
    public static IEnumerable<string> Types => ByType.Keys.Where(type => !type.Contains('.', StringComparison.Ordinal));

    /// <summary>The problem message for a type of this library that makes no dispatcher. It names the type to use instead.</summary>
    public static string ProblemOf(string path, string type) =>
        $"{path} = {type} is not the configurator of a dispatcher, allowed are {Shared.TypeName} and {Pinned.TypeName}";

    /// <summary>Null for a user's own configurator, because its dispatcher cannot be wrapped by another one.</summary>
    public static DispatcherCounterpart? Find(string? type) => type is null ? null : ByType.GetValueOrDefault(Key(type));

    /// <summary>A type's name without its optional parts: the assembly, for Akka's own types, and a version.</summary>
    public static string Key(string type) => type.Split(',', StringSplitOptions.TrimEntries) switch
    {
        [var name, "Akka", ..] => name,
        [var name, var assembly, ..] => $"{name}, {assembly}",
        _ => type.Trim(),
    };
}

/// <summary>
/// The instrumented replacement of a mailbox type that HOCON can name: its type and, if it wraps the original, the original type. A replacement has
/// the same order and the same capacity. Types are given by name, as in HOCON, because they are in the assembly above.
/// </summary>
internal sealed record MailboxCounterpart(string TypeName, string? Inner = null)
{
    public const string TypeKey = "mailbox-type";
    public const string InnerKey = InnerMailbox.Key;

    // A test compares these names with the types.
    private static readonly Dictionary<string, MailboxCounterpart> ByType = new(StringComparer.Ordinal)
    {
        ["Akka.Dispatch.UnboundedMailbox"] = Ours("UnboundedInstrumentedMailbox"),
        ["Akka.Dispatch.BoundedMailbox"] = Ours("BoundedInstrumentedMailbox"),
        ["Akka.Dispatch.UnboundedDequeBasedMailbox"] = Ours("UnboundedDequeInstrumentedMailbox"),
        ["Akka.Dispatch.BoundedDequeBasedMailbox"] = Ours("BoundedDequeInstrumentedMailbox"),
        ["Akka.Event.LoggerMailboxType"] = Ours("LoggerInstrumentedMailbox"),
    };

    private static readonly MailboxCounterpart Wrapping = Ours("WrappingInstrumentedMailbox");

    /// <summary>
    /// The replacement of a type; null for a type of the application's own that is no priority mailbox of Akka's, and for an unknown one.
    /// </summary>
    /// <param name="type">Name of the type, with or without its assembly.</param>
    public static MailboxCounterpart? Find(string? type) =>
        type is null ? null
        : ByType.GetValueOrDefault(DispatcherCounterpart.Key(type)) ?? (IsByPriority(type) ? Wrapping with { Inner = type } : null);

    /// <summary>The same for a type that Akka has found.</summary>
    public static MailboxCounterpart? Find(Type type) => Find(NameOf(type));

    /// <summary>
    /// A replacement for any type. If it wraps a type of the application's own, it does not know when a message was sent and in which trace.
    /// </summary>
    public static MailboxCounterpart For(Type type) => Find(type) ?? Wrapping with { Inner = NameOf(type) };

    // Their base class decides how their queue behaves; only the priorities are the application's.
    private static bool IsByPriority(string type) =>
        NamedTypes.TryFind(type) is { } found
            && (found.IsSubclassOf(typeof(UnboundedPriorityMailbox)) || found.IsSubclassOf(typeof(UnboundedStablePriorityMailbox)));

    private static string NameOf(Type type) => $"{type.FullName}, {type.Assembly.GetName().Name}";

    private static MailboxCounterpart Ours(string name) => new($"AkkaInstrumentation.{name}, AkkaInstrumentation.Mailbox");
}
