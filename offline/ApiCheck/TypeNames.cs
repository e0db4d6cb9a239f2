using System.Collections.Immutable;
using System.Reflection.Metadata;

namespace ApiCheck;

/// <summary>Writes types of signatures as text, without the assembly they live in: that may differ between two builds.</summary>
internal sealed class TypeNames : ISignatureTypeProvider<string, object?>
{
    public static readonly TypeNames Instance = new();

    public static string Of(MetadataReader reader, EntityHandle handle) => handle.Kind switch
    {
        HandleKind.TypeDefinition => Instance.GetTypeFromDefinition(reader, (TypeDefinitionHandle)handle, 0),
        HandleKind.TypeReference => Instance.GetTypeFromReference(reader, (TypeReferenceHandle)handle, 0),
        HandleKind.TypeSpecification => Instance.GetTypeFromSpecification(reader, null, (TypeSpecificationHandle)handle, 0),
        _ => throw new BadImageFormatException($"A type was expected, not {handle.Kind}."),
    };

    public string GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind)
    {
        var type = reader.GetTypeDefinition(handle);
        var name = reader.GetString(type.Name);
        return type.GetDeclaringType() is { IsNil: false } outer
            ? $"{GetTypeFromDefinition(reader, outer, 0)}+{name}"
            : Qualified(reader.GetString(type.Namespace), name);
    }

    public string GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind)
    {
        var type = reader.GetTypeReference(handle);
        var name = reader.GetString(type.Name);
        return type.ResolutionScope.Kind == HandleKind.TypeReference
            ? $"{GetTypeFromReference(reader, (TypeReferenceHandle)type.ResolutionScope, 0)}+{name}"
            : Qualified(reader.GetString(type.Namespace), name);
    }

    public string GetTypeFromSpecification(MetadataReader reader, object? context, TypeSpecificationHandle handle, byte rawTypeKind) =>
        reader.GetTypeSpecification(handle).DecodeSignature(this, context);

    public string GetGenericInstantiation(string genericType, ImmutableArray<string> typeArguments) =>
        $"{genericType}<{string.Join(", ", typeArguments)}>";

    // By position: renaming a type parameter breaks nobody.
    public string GetGenericMethodParameter(object? genericContext, int index) => $"!!{index}";

    public string GetGenericTypeParameter(object? genericContext, int index) => $"!{index}";

    public string GetArrayType(string elementType, ArrayShape shape) => $"{elementType}[{new string(',', shape.Rank - 1)}]";

    public string GetSZArrayType(string elementType) => $"{elementType}[]";

    public string GetByReferenceType(string elementType) => $"ref {elementType}";

    public string GetPointerType(string elementType) => $"{elementType}*";

    public string GetPinnedType(string elementType) => elementType;

    public string GetFunctionPointerType(MethodSignature<string> signature) => "delegate*";

    // Init-only setters are told apart by their modreq; volatile and in-parameters as well.
    public string GetModifiedType(string modifier, string unmodifiedType, bool isRequired) =>
        isRequired ? $"{unmodifiedType} modreq({modifier})" : unmodifiedType;

    public string GetPrimitiveType(PrimitiveTypeCode typeCode) => $"System.{typeCode}";

    private static string Qualified(string space, string name) => space.Length == 0 ? name : $"{space}.{name}";
}
