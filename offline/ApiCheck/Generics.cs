using System.Reflection;
using System.Reflection.Metadata;

namespace ApiCheck;

/// <summary>The constraints of type parameters as text.</summary>
internal static class Generics
{
    public static string Constraints(MetadataReader reader, GenericParameterHandleCollection handles)
    {
        var text = "";
        foreach (var parameter in handles.Select(reader.GetGenericParameter))
        {
            var flags = parameter.Attributes & (GenericParameterAttributes.SpecialConstraintMask | GenericParameterAttributes.VarianceMask);
            var types = parameter.GetConstraints()
                .Select(c => TypeNames.Of(reader, reader.GetGenericParameterConstraint(c).Type))
                .Order(StringComparer.Ordinal);
            var constraints = string.Join(", ", types.Prepend(flags == 0 ? "" : flags.ToString()).Where(c => c.Length > 0));
            text += constraints.Length == 0 ? "" : $" where {parameter.Index}: {constraints}";
        }

        return text;
    }
}
