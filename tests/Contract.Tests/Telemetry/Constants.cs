using System.Reflection;

namespace AkkaInstrumentation.Tests;

/// <summary>The values of a static class's string constants.</summary>
internal static class Constants
{
    public static IReadOnlyList<string> Of(Type names) =>
        [.. names.GetFields(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static)
            .Where(field => field.IsLiteral)
            .Select(field => (string)field.GetRawConstantValue()!)];
}
