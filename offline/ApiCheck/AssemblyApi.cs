using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace ApiCheck;

/// <summary>Reads the visible types of one assembly. Only this file is opened, so its dependencies need not be there.</summary>
internal sealed class AssemblyApi
{
    private readonly MetadataReader _reader;

    private AssemblyApi(MetadataReader reader) => _reader = reader;

    public static IReadOnlyList<ApiType> Read(string path)
    {
        using var stream = File.OpenRead(path);
        using var image = new PEReader(stream);
        var api = new AssemblyApi(image.GetMetadataReader());
        return [.. api.VisibleTypes()];
    }

    private IEnumerable<ApiType> VisibleTypes() =>
        from handle in _reader.TypeDefinitions
        where IsVisible(handle)
        select Describe(handle, _reader.GetTypeDefinition(handle));

    private bool IsVisible(TypeDefinitionHandle handle)
    {
        var type = _reader.GetTypeDefinition(handle);
        return (type.Attributes & TypeAttributes.VisibilityMask) switch
        {
            TypeAttributes.Public => true,
            TypeAttributes.NestedPublic or TypeAttributes.NestedFamily or TypeAttributes.NestedFamORAssem => IsVisible(type.GetDeclaringType()),
            _ => false,
        };
    }

    private ApiType Describe(TypeDefinitionHandle handle, TypeDefinition type)
    {
        var members = new MemberApi(_reader, type);
        return new ApiType(
            TypeNames.Of(_reader, handle),
            Shape(type),
            type.BaseType.IsNil ? null : TypeNames.Of(_reader, type.BaseType),
            type.GetInterfaceImplementations()
                .Select(i => TypeNames.Of(_reader, _reader.GetInterfaceImplementation(i).Interface))
                .ToHashSet(),
            Attributes.Has(_reader, type.GetCustomAttributes(), "ObsoleteAttribute"),
            [.. members.All()]);
    }

    private string Shape(TypeDefinition type)
    {
        var attributes = type.Attributes;
        if (attributes.HasFlag(TypeAttributes.Interface))
        {
            return "interface";
        }

        var words = (attributes.HasFlag(TypeAttributes.Abstract), attributes.HasFlag(TypeAttributes.Sealed)) switch
        {
            (true, true) => "static class",
            (true, false) => "abstract class",
            (false, true) => "sealed class",
            _ => "class",
        };
        var baseType = type.BaseType.IsNil ? "" : TypeNames.Of(_reader, type.BaseType);
        return baseType switch
        {
            "System.Enum" => "enum",
            "System.MulticastDelegate" => "delegate",
            "System.ValueType" => Attributes.Has(_reader, type.GetCustomAttributes(), "IsReadOnlyAttribute") ? "readonly struct" : "struct",
            _ => words,
        } + Generics.Constraints(_reader, type.GetGenericParameters());
    }
}
