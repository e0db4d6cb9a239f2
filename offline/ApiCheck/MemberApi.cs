using System.Collections.Immutable;
using System.Reflection;
using System.Reflection.Metadata;

namespace ApiCheck;

/// <summary>Reads the visible members of one type.</summary>
internal sealed class MemberApi(MetadataReader reader, TypeDefinition type)
{
    private const string NoParameters = "";

    public IEnumerable<ApiMember> All()
    {
        var accessors = new HashSet<MethodDefinitionHandle>();
        foreach (var handle in type.GetProperties())
        {
            var property = reader.GetPropertyDefinition(handle);
            var pair = property.GetAccessors();
            accessors.UnionWith([pair.Getter, pair.Setter]);
            if (Property(property, pair) is { } member)
            {
                yield return member;
            }
        }

        foreach (var handle in type.GetEvents())
        {
            var declaration = reader.GetEventDefinition(handle);
            var pair = declaration.GetAccessors();
            accessors.UnionWith([pair.Adder, pair.Remover]);
            var adder = reader.GetMethodDefinition(pair.Adder);
            if (Access(adder.Attributes) is { } access)
            {
                yield return Member(adder, $"event {reader.GetString(declaration.Name)}", TypeNames.Of(reader, declaration.Type), NoParameters, access, false);
            }
        }

        foreach (var method in type.GetMethods().Where(m => !accessors.Contains(m)).Select(reader.GetMethodDefinition))
        {
            if (Access(method.Attributes) is { } access)
            {
                yield return Method(method, access);
            }
        }

        foreach (var field in type.GetFields().Select(reader.GetFieldDefinition))
        {
            if (Field(field) is { } member)
            {
                yield return member;
            }
        }
    }

    private ApiMember Method(MethodDefinition method, string access)
    {
        var signature = method.DecodeSignature(TypeNames.Instance, null);
        var name = reader.GetString(method.Name);
        var arity = signature.GenericParameterCount == 0 ? "" : $"`{signature.GenericParameterCount}";

        // Only conversions may differ in nothing but what they return.
        var target = name is "op_Implicit" or "op_Explicit" ? $" to {signature.ReturnType}" : "";
        return Member(
            method,
            $"{name}{arity}({string.Join(", ", signature.ParameterTypes)}){target}",
            signature.ReturnType + Generics.Constraints(reader, method.GetGenericParameters()),
            Parameters.Describe(reader, method),
            access,
            Attributes.Has(reader, method.GetCustomAttributes(), "ObsoleteAttribute"));
    }

    private ApiMember? Property(PropertyDefinition property, PropertyAccessors pair)
    {
        var getter = pair.Getter.IsNil ? default(MethodDefinition?) : reader.GetMethodDefinition(pair.Getter);
        var setter = pair.Setter.IsNil ? default(MethodDefinition?) : reader.GetMethodDefinition(pair.Setter);
        var read = getter is { } g ? Access(g.Attributes) : null;
        var write = setter is { } s ? Access(s.Attributes) : null;
        if (read is null && write is null)
        {
            return null;
        }

        var init = setter?.DecodeSignature(TypeNames.Instance, null).ReturnType.Contains("IsExternalInit", StringComparison.Ordinal) == true;
        var access = (read is null ? "" : $"{read} get; ") + (write is null ? "" : $"{write} {(init ? "init" : "set")};");
        var signature = property.DecodeSignature(TypeNames.Instance, null);
        var index = signature.ParameterTypes.Length == 0 ? "" : $"[{string.Join(", ", signature.ParameterTypes)}]";
        return Member(
            getter ?? setter!.Value,
            reader.GetString(property.Name) + index,
            signature.ReturnType,
            NoParameters,
            access.Trim(),
            Attributes.Has(reader, property.GetCustomAttributes(), "ObsoleteAttribute"));
    }

    private ApiMember? Field(FieldDefinition field)
    {
        var visible = Access((MethodAttributes)(field.Attributes & FieldAttributes.FieldAccessMask));
        if (visible is null || field.Attributes.HasFlag(FieldAttributes.RTSpecialName))
        {
            return null;
        }

        var constant = field.GetDefaultValue();
        var kind = constant.IsNil
            ? field.Attributes.HasFlag(FieldAttributes.InitOnly) ? "readonly" : "field"
            : $"const {Parameters.Constant(reader, constant)}";
        return new ApiMember(
            $"field {reader.GetString(field.Name)}",
            field.DecodeSignature(TypeNames.Instance, null),
            kind,
            visible,
            field.Attributes.HasFlag(FieldAttributes.Static),
            Overriding.Forbidden,
            Overrides: false,
            Attributes.Has(reader, field.GetCustomAttributes(), "ObsoleteAttribute"));
    }

    private ApiMember Member(MethodDefinition method, string id, string returns, string parameters, string access, bool obsolete)
    {
        var flags = method.Attributes;
        var closed = flags.HasFlag(MethodAttributes.Final) || type.Attributes.HasFlag(TypeAttributes.Sealed);
        var overriding = (flags.HasFlag(MethodAttributes.Abstract), flags.HasFlag(MethodAttributes.Virtual) && !closed) switch
        {
            (true, _) => Overriding.Required,
            (_, true) => Overriding.Allowed,
            _ => Overriding.Forbidden,
        };
        var overrides = flags.HasFlag(MethodAttributes.Virtual) && !flags.HasFlag(MethodAttributes.NewSlot);
        return new ApiMember(id, returns, parameters, access, flags.HasFlag(MethodAttributes.Static), overriding, overrides, obsolete);
    }

    private string? Access(MethodAttributes attributes) => (attributes & MethodAttributes.MemberAccessMask) switch
    {
        MethodAttributes.Public => "public",
        MethodAttributes.Family or MethodAttributes.FamORAssem when !type.Attributes.HasFlag(TypeAttributes.Sealed) => "protected",
        _ => null,
    };
}
