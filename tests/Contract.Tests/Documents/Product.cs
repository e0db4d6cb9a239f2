using System.Reflection;
using System.Xml.Linq;

namespace AkkaInstrumentation.Tests;

/// <summary>The assemblies that are shipped.</summary>
internal static class Product
{
    public static IReadOnlyList<Assembly> Assemblies { get; } =
    [
        typeof(AkkaTelemetry).Assembly,
        typeof(UnboundedInstrumentedMailbox).Assembly,
        typeof(InstrumentedDispatcher).Assembly,
        typeof(AkkaInstrumentationOptions).Assembly,
    ];

    /// <summary>The xmldoc of a member, as the compiler wrote it: <c>P:AkkaInstrumentation.TracingOptions.Enabled</c>.</summary>
    public static XElement Documentation(Assembly assembly, string member) =>
        Members(assembly).Single(element => element.Attribute("name")!.Value == member);

    public static IReadOnlyList<XElement> Members(Assembly assembly) =>
        [.. XDocument.Load(Path.ChangeExtension(assembly.Location, ".xml")).Descendants("member")];
}
