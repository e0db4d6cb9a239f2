using System.Reflection;
using System.Reflection.Metadata;

namespace ApiCheck;

/// <summary>What a call site can see of parameters beyond their types: name, direction, params, default.</summary>
internal static class Parameters
{
    public static string Describe(MetadataReader reader, MethodDefinition method) => string.Join(", ", method.GetParameters()
        .Select(reader.GetParameter)
        .Where(p => p.SequenceNumber > 0)
        .OrderBy(p => p.SequenceNumber)
        .Select(p => Describe(reader, p)));

    public static string Constant(MetadataReader reader, ConstantHandle handle)
    {
        var constant = reader.GetConstant(handle);
        return reader.GetBlobReader(constant.Value).ReadConstant(constant.TypeCode)?.ToString() ?? "null";
    }

    private static string Describe(MetadataReader reader, Parameter parameter)
    {
        var text = reader.GetString(parameter.Name);
        if (parameter.Attributes.HasFlag(ParameterAttributes.Out))
        {
            text = $"out {text}";
        }

        if (Attributes.Has(reader, parameter.GetCustomAttributes(), "ParamArrayAttribute"))
        {
            text = $"params {text}";
        }

        if (!parameter.Attributes.HasFlag(ParameterAttributes.Optional))
        {
            return text;
        }

        var value = parameter.GetDefaultValue();
        return $"{text} = {(value.IsNil ? "default" : Constant(reader, value))}";
    }
}
