using System.Reflection;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// The options as keys: <c>Tracing.Enabled</c> is <c>akka.instrumentation.tracing.enabled</c>. Rules have a contract of their
/// own, and delegates have no key.
/// </summary>
internal static class OptionTree
{
    private static readonly Assembly Library = typeof(AkkaInstrumentationOptions).Assembly;

    public static IReadOnlyList<Option> Options { get; } = [.. Walk(typeof(AkkaInstrumentationOptions), [])];

    public static string OptionOf(string key) =>
        string.Join('.', key[(ReferenceConf.Root.Length + 1)..].Split('.').Select(Pascal));

    private static IEnumerable<Option> Walk(Type type, PropertyInfo[] above) => type.GetProperties().Where(IsKey).SelectMany(property =>
        property.PropertyType.Assembly == Library && property.PropertyType.IsClass
            ? Walk(property.PropertyType, [.. above, property])
            : [new Option([.. above, property])]);

    private static bool IsKey(PropertyInfo property) =>
        property.PropertyType != typeof(IList<AkkaMessageRule>) && !typeof(Delegate).IsAssignableFrom(property.PropertyType);

    private static string Pascal(string kebab) =>
        string.Concat(kebab.Split('-').Select(word => char.ToUpperInvariant(word[0]) + word[1..]));

    /// <summary>One option: the properties that lead to it.</summary>
    public sealed record Option(PropertyInfo[] Way)
    {
        public string Name => string.Join('.', Way.Select(property => property.Name));

        public PropertyInfo Property => Way[^1];

        /// <summary>The name of its property in the settings that it arrives in.</summary>
        public string Setting => string.Concat(Way.Select(property => property.Name));

        public void Set(AkkaInstrumentationOptions options, object? value) => Property.SetValue(Owner(options), value);

        public object? Get(AkkaInstrumentationOptions options) => Property.GetValue(Owner(options));

        private object Owner(object options) => Way[..^1].Aggregate(options, (owner, property) => property.GetValue(owner)!);
    }
}
