using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Reflection;

namespace AkkaInstrumentation;

/// <summary>
/// The members of one message type that its spans show, by <see cref="SpanAttributeAttribute"/> and by rules. Found once for each pair of actor
/// type and message type. The runtime compiles the getters after a few calls. Any thread.
/// </summary>
internal sealed class MessageFields
{
    public const string AllowedNames = "allowed are names that do not begin with akka.";

    private const int MaxLength = 256;

    // as the semantic conventions for redacted parts of URLs
    private const string Redacted = "REDACTED";

    // Names of all fields. They come from code and configuration, so there are few.
    private static readonly ConcurrentDictionary<string, bool> Names = new(StringComparer.Ordinal);

    private readonly Field[] _fields;

    private MessageFields(Field[] fields)
    {
        _fields = fields;
        Array.ForEach(fields, field => Names.TryAdd(field.Name, value: true));
    }

    /// <summary>Whether any message has a field.</summary>
    public static bool AreUsed => !Names.IsEmpty;

    /// <summary>Returns null for nearly all types, because their messages have no members to show.</summary>
    /// <param name="message">The type of the message.</param>
    /// <param name="byRule">Names of attributes and members; the first entry of a name applies. A member that the type does not have is left
    /// out.</param>
    // The constructor of an attribute may throw, or its assembly cannot be loaded. That must not lose a message.
    public static MessageFields? Create(Type message, IEnumerable<KeyValuePair<string, string>> byRule) =>
        TelemetryFault.GuardValue(TelemetryFault.Rules, (message, byRule), static it => CreateCore(it.message, it.byRule), null);

    public static bool IsName(string name) => !string.IsNullOrWhiteSpace(name) && !name.StartsWith("akka.", StringComparison.Ordinal);

    /// <summary>Writes the values of a message to its recorded span. Thread that runs the actor. Never throws.</summary>
    public void Write(Activity span, object message, string system)
    {
        using var scope = new ContextScope();
        foreach (var field in _fields)
        {
            // a secret is not even read
            var value = field.Redacts ? Redacted : TelemetryFault.GuardValue(TelemetryFault.Content,
                (field.Member, message), static it => Read(it.Member, it.message), null, system);
            if (value is not null)
            {
                span.SetTag(field.Name, value);
            }
        }
    }

    /// <summary>Whether there is a field of this name whose value may be read.</summary>
    public bool Has(string name) => Array.Exists(_fields, field => field.Name == name && !field.Redacts);

    /// <summary>The value of a field as text; null if there is none. Thread that runs the actor. Never throws.</summary>
    public string? Find(string name, object message)
    {
        foreach (var field in _fields)
        {
            if (field.Name == name && !field.Redacts)
            {
                using var scope = new ContextScope();
                return TelemetryFault.GuardValue(
                    TelemetryFault.Content,
                    (field.Member, message),
                    static it => Read(it.Member, it.message) is { } value ? InvariantText.Format(value) : null,
                    null);
            }
        }

        return null;
    }

    /// <summary>The fields that a span has.</summary>
    public static List<KeyValuePair<string, object?>> In(Activity span) => [.. span.TagObjects.Where(tag => Names.ContainsKey(tag.Key))];

    private static MessageFields? CreateCore(Type message, IEnumerable<KeyValuePair<string, string>> byRule)
    {
        var members = NamedTypes.MembersOf(message)
            .Select(member => (Info: member, Marker: member.GetCustomAttribute<SpanAttributeAttribute>())).ToList();
        var ruled =
            from field in byRule
            from member in members
            where member.Info.Name == field.Value
            select new Field(field.Key, member.Info, member.Marker is { Redact: true });
        var marked =
            from member in members
            where member.Marker is not null
            select new Field(member.Marker.Name, member.Info, member.Marker.Redact);
        Field[] fields = [.. ruled.Concat(marked).DistinctBy(field => field.Name)];
        return fields.Length == 0 ? null : new MessageFields(fields);
    }

    private static object? Read(MemberInfo member, object message)
    {
        var value = member is PropertyInfo property
            ? property.GetValue(message, BindingFlags.DoNotWrapExceptions, binder: null, index: null, culture: null)
            : ((FieldInfo)member).GetValue(message);
        return value is null ? null : Shown(value);
    }

    // The types of OTLP: strings, booleans, integers and floating-point numbers.
    private static object Shown(object value) => value switch
    {
        bool or long or double => value,
        sbyte or byte or short or ushort or int or uint => Convert.ToInt64(value, CultureInfo.InvariantCulture),
        float number => (double)number,
        DateTime or DateTimeOffset => ((IFormattable)value).ToString("O", CultureInfo.InvariantCulture),
        _ => TextCut.At(InvariantText.Format(value) ?? "", MaxLength),
    };

    private readonly record struct Field(string Name, MemberInfo Member, bool Redacts);
}

/// <summary>
/// Writes this public property or field of a message into the message's span: business data without code in the actor. It is read when a recorded
/// span starts, before the handler, on the thread that runs the actor; other messages are not touched. A value that is null is left out. Texts
/// are cut at 256 characters. A getter that throws does not affect the message; its exception is counted, and logged once. A rule's <c>attributes</c>
/// take precedence over it. Serializers do not see it.
/// </summary>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
public sealed class SpanAttributeAttribute : Attribute
{
    /// <param name="name">
    /// The attribute's name, for example <c>order.id</c>. Names that begin with <c>akka.</c> are the library's own. In a positional record, write
    /// <c>[property: SpanAttribute("order.id")]</c>.
    /// </param>
    /// <exception cref="ArgumentException">The name is empty or the library's.</exception>
    public SpanAttributeAttribute(string name) =>
        Name = MessageFields.IsName(name) ? name : throw new ArgumentException(MessageFields.AllowedNames, nameof(name));

    /// <summary>The attribute's name.</summary>
    public string Name { get; }

    /// <summary>True: the value is a secret. It is never read, and spans show <c>REDACTED</c>, under every name. Default: false.</summary>
    public bool Redact { get; set; }
}
