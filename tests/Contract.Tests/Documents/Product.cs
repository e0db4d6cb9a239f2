using System.Reflection;
using System.Xml.Linq;

namespace AkkaInstrumentation.Tests;

/// <summary>The assemblies that are shipped.</summary>
internal static class Product
{
    public static IReadOnlyList<Assembly> Assemblies { get; } =
    [
        typeof(AkkaTelemetry).Assembly,
        typeof(InstrumentedMailboxType).Assembly,
        typeof(DispatcherInstrumentation).Assembly,
        typeof(AkkaDiagnosis).Assembly,
        typeof(AkkaInstrumentationOptions).Assembly,
        Assembly.Load("AkkaInstrumentation.Remote"),
        Assembly.Load("AkkaInstrumentation.Cluster"),
        typeof(AkkaDashboardExtensions).Assembly,
        typeof(AkkaTrackingExtensions).Assembly,
        Assembly.Load("AkkaInstrumentation.Mcp"),
        Assembly.Load("AkkaInstrumentation.Aspire"),
        Assembly.Load("AkkaInstrumentation.Streams"),
        Assembly.Load("AkkaInstrumentation.Stacks"),
        Assembly.Load("AkkaInstrumentation.AutoInstrumentation"),
        Assembly.Load("AkkaInstrumentation.Persistence"),
    ];

    /// <summary>An internal type whose text is a contract all the same.</summary>
    public static Type TypeOf(string name) => Assemblies.SelectMany(assembly => assembly.GetTypes()).Single(type => type.Name == name);

    /// <summary>The xmldoc of a member, as the compiler wrote it: <c>P:AkkaInstrumentation.AkkaTracingOptions.Enabled</c>.</summary>
    public static XElement Documentation(Assembly assembly, string member) =>
        Members(assembly).Single(element => element.Attribute("name")!.Value == member);

    public static IReadOnlyList<XElement> Members(Assembly assembly) =>
        [.. XDocument.Load(Path.ChangeExtension(assembly.Location, ".xml")).Descendants("member")];
}
