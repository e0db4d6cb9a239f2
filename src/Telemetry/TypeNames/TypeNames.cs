using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text;
using Akka.Actor;
using Akka.Routing;

namespace AkkaInstrumentation;

/// <summary>
/// Readable and stable names of types: <c>Outer.Inner</c>, <c>Batch&lt;Order&gt;</c>, <c>Order[]</c>; no namespaces. All displayed type names
/// come from here. A name longer than <see cref="MaxLength"/> is cut and ends with <c>~</c> and a hash of the missing part, as far as that is
/// written. The time is bounded even for a type whose full name would fill the memory, because writing stops once the text is long enough. Any
/// thread.
/// </summary>
internal static class TypeNames
{
    /// <summary>In characters.</summary>
    public const int MaxLength = 256;

    // The mark and eight hexadecimal digits.
    private const int HashLength = 9;

    // The number of characters of a long name that are written and go into its hash.
    private const int MaxWritten = 1_024;

    private static readonly TypeCache<string> Readable = new(static type => Written(type, Append), max: 1_000);

    /// <summary>Allocates only for a type that is new or has not been requested for a long time.</summary>
    public static string Get(Type type) => type is { IsGenericType: false, IsNested: false, IsArray: false }
        ? Shortened(type.Name) : Readable.For(type);

    /// <summary>The same without the enclosing types: <c>Inner</c>.</summary>
    public static string Own(Type type) => Written(type, static (name, type) => AppendNested(name, type, Arguments(type), isOwn: true));

    /// <summary>
    /// The name with namespace, as .NET writes it: <c>Shop.Outer+Inner</c>. The OpenTelemetry conventions require this for <c>error.type</c>.
    /// </summary>
    public static string Full(Type type) =>
        type is { IsConstructedGenericType: false, IsArray: false } ? Shortened(type.FullName ?? type.Name) : Written(type, AppendFull);

    private static string Written(Type type, Action<StringBuilder, Type> append)
    {
        var name = new StringBuilder();
        AppendArray(name, type, append);
        return Shortened(name.ToString());
    }

    // The name of an array of arrays begins with the innermost element type.
    private static void AppendArray(StringBuilder name, Type type, Action<StringBuilder, Type> append)
    {
        if (name.Length >= MaxWritten || !RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            return;
        }

        if (!type.IsArray)
        {
            append(name, type);
            return;
        }

        AppendArray(name, type.GetElementType()!, append);
        name.Append('[').Append(',', type.GetArrayRank() - 1).Append(']');
    }

    private static void Append(StringBuilder name, Type type) => AppendNested(name, type, Arguments(type), isOwn: false);

    private static void AppendNested(StringBuilder name, Type type, ReadOnlySpan<Type> arguments, bool isOwn)
    {
        var outer = 0;
        if (!type.IsGenericParameter && type.DeclaringType is { } declaring)
        {
            // A nested type repeats the type parameters of the enclosing type before its own.
            outer = Arguments(declaring).Length;
            if (!isOwn)
            {
                AppendNested(name, declaring, arguments[..outer], isOwn: false);
                name.Append('.');
            }
        }

        var tick = type.Name.IndexOf('`', StringComparison.Ordinal);
        name.Append(tick < 0 ? type.Name : type.Name[..tick]);
        var opening = "<";
        foreach (var argument in arguments[outer..])
        {
            name.Append(opening);
            AppendArray(name, argument, Append);
            opening = ", ";
        }

        name.Append(arguments.Length > outer ? ">" : "");
    }

    private static void AppendFull(StringBuilder name, Type type)
    {
        var definition = type.IsConstructedGenericType ? type.GetGenericTypeDefinition() : type;
        name.Append(definition.FullName ?? definition.Name);
        var opening = "[[";
        foreach (var argument in type.IsConstructedGenericType ? Arguments(type) : [])
        {
            name.Append(opening);
            AppendArray(name, argument, AppendFull);
            name.Append(", ").Append(argument.Assembly.FullName);
            opening = "],[";
        }

        name.Append(type.IsConstructedGenericType ? "]]" : "");
    }

    private static Type[] Arguments(Type type) => type.IsGenericType ? type.GetGenericArguments() : [];

    /// <summary>A name that is too long ends with <c>~</c> and a hash.</summary>
    public static string Shortened(string name, int max = MaxLength)
    {
        if (name.Length <= max)
        {
            return name;
        }

        // FNV-1a, which is the same in every process.
        var hash = 2166136261;
        foreach (var character in name.AsSpan(0, Math.Min(name.Length, MaxWritten)))
        {
            hash = (hash ^ character) * 16777619u;
        }

        return $"{TextCut.At(name, max - HashLength)}~{hash:x8}";
    }
}

/// <summary>Names that represent no single type. They start with an underscore, because no .NET convention starts a type's name with one.</summary>
internal static class FoldedNames
{
    /// <summary>Types beyond the cap of their dimension.</summary>
    public const string Other = "_other";

    /// <summary>Exception types beyond the cap or unknown: the value that the OpenTelemetry conventions reserve for <c>error.type</c>.</summary>
    public const string OtherError = "_OTHER";

    /// <summary>Messages that wrap another one (<see cref="Akka.Actor.IWrappedMessage"/>) but do not return it.</summary>
    public const string Wrapper = "_wrapper";

    /// <summary>A message that was sent without a sender.</summary>
    public const string None = "_none";

    /// <summary>A message that a scheduler sent without a sender.</summary>
    public const string Timer = "_timer";

    /// <summary>An actor of another process.</summary>
    public const string Remote = "_remote";

    /// <summary>A reference under <c>/temp</c>, which waits for the answer to an <c>Ask</c>.</summary>
    public const string Ask = "_ask";

    /// <summary>The common path for all references under <c>/temp</c>. Each has a different path and lives for one answer.</summary>
    public const string AskPath = "/temp/_ask";

    /// <summary>The message of a failure that has happened while the actor recovered.</summary>
    public const string Recovery = "_recovery";

    /// <summary>The actor's type is unknown: there is no actor at that path, or it stopped before anything was collected.</summary>
    public const string Unknown = "_unknown";
}

/// <summary>Formats a user's object, whose code may throw.</summary>
internal static class InvariantText
{
    /// <summary>In the invariant culture. Tuples and records write their items in the culture of the thread.</summary>
    public static string? Format(object value)
    {
        if (value is string or IFormattable)
        {
            return value as string ?? ((IFormattable)value).ToString(null, CultureInfo.InvariantCulture);
        }

        // The culture stays in an execution context even after it is set back, so the whole context is restored.
        using var scope = new ContextScope();
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        return value.ToString();
    }
}

/// <summary>Names in C# as HOCON spells them.</summary>
internal static class KebabCase
{
    /// <summary>Converts <c>MaxLength</c> to <c>max-length</c>.</summary>
    public static string From(string name) => string.Concat(name.Select((letter, at) =>
        !char.IsAsciiLetterUpper(letter) ? $"{letter}" : $"{(at > 0 && name[at - 1] != '-' ? "-" : "")}{char.ToLowerInvariant(letter)}"));
}

/// <summary>The words by which a rule can match a type. Called once for each type and rule, so it may allocate.</summary>
internal static class TypeTexts
{
    /// <summary>
    /// <c>Outer.Inner</c>, <c>Inner</c>, <c>Shop.Outer.Inner</c> and, as .NET writes it, <c>Shop.Outer+Inner</c>; for a generic type
    /// also <c>Shop.Batch`1</c>. Long names are cut in the same way as everywhere.
    /// </summary>
    public static IEnumerable<string> Names(Type type)
    {
        var readable = TypeNames.Get(type);
        yield return readable;
        yield return type is { IsNested: false, IsArray: false } ? readable : TypeNames.Own(type);
        yield return type.Namespace is { } space ? $"{space}.{readable}" : readable;
        yield return type.IsArray ? TypeNames.Full(type) : (type.IsConstructedGenericType ? type.GetGenericTypeDefinition() : type).FullName
            ?? readable;
    }

    /// <summary>The type's namespace and its parent namespaces.</summary>
    public static IEnumerable<string> Namespaces(Type type)
    {
        for (var space = type.Namespace; space is not null;)
        {
            yield return space;
            var dot = space.LastIndexOf('.');
            space = dot < 0 ? null : space[..dot];
        }
    }

    /// <summary>The simple name of the type's assembly.</summary>
    public static string Assembly(Type type) => type.Assembly.GetName().Name ?? "";

    /// <summary>The type, its base classes and its interfaces.</summary>
    public static IEnumerable<Type> Implemented(Type type) => BaseTypes(type).Concat(NamedTypes.InterfacesOf(type));

    /// <summary>
    /// Names of the attributes on the type, on its base classes if the attributes are inherited, and on its interfaces, with and without
    /// the ending <c>Attribute</c>. They are read as metadata: no attribute's constructor runs.
    /// </summary>
    public static IEnumerable<string> Attributes(Type type) => Implemented(type)
        .SelectMany(owner => CustomAttributeData.GetCustomAttributes(owner)
            .Select(data => data.AttributeType)
            .Where(attribute => owner == type || IsInherited(attribute)))
        .Distinct()
        .SelectMany(Names)
        .SelectMany(name => name.EndsWith(nameof(Attribute), StringComparison.Ordinal) ? [name, name[..^nameof(Attribute).Length]] : new[] { name });

    private static bool IsInherited(Type attribute) => attribute.GetCustomAttribute<AttributeUsageAttribute>(inherit: true)?.Inherited ?? true;

    private static IEnumerable<Type> BaseTypes(Type type)
    {
        for (var current = type; current is not null; current = current.BaseType)
        {
            yield return current;
        }
    }
}

/// <summary>How the type of an actor and its path are shown.</summary>
internal static class ActorTypeNames
{
    /// <summary>For a router this is the kind of router, because its own actor type is a type inside Akka.</summary>
    public static string Get(Props props) => TypeNames.Get(ShownType(props));

    /// <inheritdoc cref="Get(Props)"/>
    public static Type ShownType(Props props) =>
        props.RouterConfig is null or NoRouter ? props.Type : props.RouterConfig.GetType();

    /// <summary>The path of an actor; null for none. Never throws, for the same reason.</summary>
    public static ActorPath? PathOrNone(IActorRef? actor) =>
        TelemetryFault.GuardValue(TelemetryFault.Listener, actor, static actor => actor.IsNobody() ? null : actor!.Path, null);

    /// <summary>The path without its address. The temporary references of all <c>Ask</c>s share one.</summary>
    public static string PathOf(ActorPath path) => IsTemporary(path) ? FoldedNames.AskPath : Readable(path);

    /// <summary>
    /// The path without its address. It is made safe to show, because another node may have written it. An actor that represents an actor of another
    /// node may have that actor's whole path, encoded, as its name, as the actors of <c>ClusterClient</c>'s receptionist do. Such a name is shown
    /// decoded, without the number behind <c>#</c>.
    /// </summary>
    public static string Readable(ActorPath path)
    {
        var text = path.ToStringWithoutAddress();
        if (path.Name.Contains("%3A%2F%2F", StringComparison.OrdinalIgnoreCase))
        {
            text = Uri.UnescapeDataString(text);
            text = text.LastIndexOf('#') is >= 0 and var number ? text[..number] : text;
        }

        return ForeignText.Clean(text, ForeignText.MaxPath);
    }

    /// <summary>Whether it is <c>/deadLetters</c>, here or in another process: the sender of a forwarded message that had none.</summary>
    public static bool IsDeadLetters(ActorPath path) => path.Depth == 1 && path.Name == "deadLetters";

    /// <summary>Whether it is under <c>/temp</c>, here or in another process. Allocates nothing.</summary>
    public static bool IsTemporary(ActorPath path) => path.Depth > 0 && path.ParentOf(1).Name == "temp";
}
