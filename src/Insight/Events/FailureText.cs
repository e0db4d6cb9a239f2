using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;

namespace AkkaInstrumentation;

/// <summary>The texts of an exception that people need besides its type. The exception itself is not kept, because its data may be large.
/// Immutable.</summary>
/// <param name="Message">Its text, cut, without control characters; empty for none.</param>
/// <param name="Frame">The first method of the application in its stack; empty when none is known.</param>
/// <param name="At"><see cref="Stopwatch"/> ticks at which it was read.</param>
internal sealed record FailureText(string Message, string Frame, long At)
{
    /// <summary>The longest text that is kept.</summary>
    public const int MaxLength = 300;

    /// <summary>Nothing is known, or nothing may be shown.</summary>
    public static readonly FailureText None = new("", "", 0);

    private static readonly string[] Frameworks = ["Akka", "AkkaInstrumentation", "Microsoft", "System", "mscorlib", "netstandard"];

    /// <summary>Reads an exception, whose members may throw. Never throws.</summary>
    /// <param name="cause">The exception.</param>
    /// <param name="actor">The type of the actor that has failed. Assemblies with the same first name belong to the application.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public static FailureText Of(Exception cause, Type? actor, long now) => TelemetryFault.GuardValue(
        TelemetryFault.ExceptionText,
        (cause, actor, now),
        static it => new FailureText(ForeignText.OneLine(it.cause.Message ?? "", MaxLength), FrameIn(it.cause, it.actor), it.now),
        None);

    /// <summary>The text alone; the stack is not read. Never throws.</summary>
    public static string MessageOf(Exception cause) => TelemetryFault.GuardValue(
        TelemetryFault.ExceptionText, cause, static cause => ForeignText.OneLine(cause.Message ?? "", MaxLength), "");

    // The first method in an assembly with the same first name as the actor's assembly, as Shop.Data and Shop.Actors have. Otherwise the first method
    // outside of frameworks.
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A method that was trimmed is passed over.")]
    private static string FrameIn(Exception cause, Type? actor)
    {
        MethodBase? other = null;
        foreach (var frame in new StackTrace(cause, fNeedFileInfo: false).GetFrames())
        {
            if (frame.GetMethod() is { DeclaringType: { } type } method)
            {
                var name = FirstNameOf(type);
                if (actor is not null && name == FirstNameOf(actor) && !(name == nameof(Akka) && type.Assembly != actor.Assembly))
                {
                    return NameOf(method, type);
                }

                other ??= Frameworks.Contains(name) ? null : method;
            }
        }

        return other is null ? "" : NameOf(other, other.DeclaringType!);
    }

    private static string FirstNameOf(Type type) => type.Assembly.GetName().Name?.Split('.')[0] ?? "";

    // Compilers put the code of asynchronous methods and lambdas into types and methods whose names contain the original method's name in angle
    // brackets, or <-ctor for a constructor.
    private static string NameOf(MethodBase method, Type type)
    {
        var name = method.Name;
        while (type is { DeclaringType: { } outer } && type.Name.StartsWith('<'))
        {
            name = Inner(type.Name) is { Length: > 0 } written ? written : name;
            type = outer;
        }

        return $"{TypeNames.Get(type)}.{Inner(name).TrimStart('<', '-', '.')}";
    }

    private static string Inner(string name) => name.StartsWith('<') && name.IndexOf('>') is > 0 and var end ? name[1..end] : name;
}
