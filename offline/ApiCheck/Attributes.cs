using System.Reflection.Metadata;

namespace ApiCheck;

/// <summary>Finds attributes by their simple name.</summary>
internal static class Attributes
{
    public static bool Has(MetadataReader reader, CustomAttributeHandleCollection attributes, string name)
    {
        foreach (var handle in attributes)
        {
            var constructor = reader.GetCustomAttribute(handle).Constructor;
            var type = constructor.Kind == HandleKind.MethodDefinition
                ? (EntityHandle)reader.GetMethodDefinition((MethodDefinitionHandle)constructor).GetDeclaringType()
                : reader.GetMemberReference((MemberReferenceHandle)constructor).Parent;
            if (TypeNames.Of(reader, type).EndsWith(name, StringComparison.Ordinal))
            {
                return true;
            }
        }

        return false;
    }
}
