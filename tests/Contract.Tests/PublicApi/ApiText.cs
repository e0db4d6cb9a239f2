using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text;

namespace AkkaInstrumentation.Tests;

/// <summary>What a user of an assembly can see, as text: types and members in the order of their names, one a line.</summary>
internal static class ApiText
{
    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    public static string Of(Assembly assembly)
    {
        var text = new StringBuilder();
        foreach (var space in assembly.GetExportedTypes().Where(type => !type.IsNested).GroupBy(type => type.Namespace).OrderBy(types => types.Key, StringComparer.Ordinal))
        {
            text.Append("namespace ").Append(space.Key).Append('\n');
            foreach (var type in Sorted(space))
            {
                text.Append('\n');
                Append(text, type, "");
            }
        }

        return text.ToString();
    }

    private static void Append(StringBuilder text, Type type, string indent)
    {
        text.Append(indent).Append(TypeDeclaration.Of(type)).Append('\n');
        if (type.IsSubclassOf(typeof(Delegate)))
        {
            return;
        }

        foreach (var line in Members(type).Order(StringComparer.Ordinal))
        {
            text.Append(indent).Append("    ").Append(line).Append('\n');
        }

        foreach (var nested in Sorted(type.GetNestedTypes(Declared).Where(nested => nested.IsNestedPublic || nested.IsNestedFamily || nested.IsNestedFamORAssem)))
        {
            Append(text, nested, indent + "    ");
        }
    }

    private static IEnumerable<string> Members(Type type) => type.GetMembers(Declared)
        .Where(member => !member.IsDefined(typeof(CompilerGeneratedAttribute)))
        .Select(MemberDeclaration.Of)
        .OfType<string>();

    private static IOrderedEnumerable<Type> Sorted(IEnumerable<Type> types) => types.OrderBy(type => type.FullName, StringComparer.Ordinal);
}
