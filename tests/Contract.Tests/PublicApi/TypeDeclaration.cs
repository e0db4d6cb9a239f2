using System.Reflection;

namespace AkkaInstrumentation.Tests;

/// <summary>The head of a type: <c>public sealed class AkkaTracingOptions : Base, IInterface</c>.</summary>
internal static class TypeDeclaration
{
    public static string Of(Type type)
    {
        if (type.IsSubclassOf(typeof(Delegate)))
        {
            return $"{Access(type)} delegate {MemberDeclaration.Signature(type.GetMethod("Invoke")!, CSharpName.Of(type))}";
        }

        var above = string.Join(", ", Bases(type));
        return $"{Access(type)} {Kind(type)} {CSharpName.Of(type)}{(above.Length == 0 ? "" : $" : {above}")}{Constraints(type.GetGenericArguments())}";
    }

    public static string Constraints(Type[] arguments) => string.Concat(arguments
        .Where(argument => argument.IsGenericParameter)
        .Select(argument => (argument.Name, Terms: string.Join(", ", Terms(argument))))
        .Where(constraint => constraint.Terms.Length > 0)
        .Select(constraint => $" where {constraint.Name} : {constraint.Terms}"));

    private static string Access(Type type) => type.IsPublic || type.IsNestedPublic ? "public" : "protected";

    private static string Kind(Type type) => type switch
    {
        { IsEnum: true } => "enum",
        { IsInterface: true } => "interface",
        { IsValueType: true } => "struct",
        { IsAbstract: true, IsSealed: true } => "static class",
        { IsAbstract: true } => "abstract class",
        { IsSealed: true } => "sealed class",
        _ => "class",
    };

    // interfaces of types that a user cannot name are no promise to the user
    private static IEnumerable<string> Bases(Type type)
    {
        var inherited = type.BaseType?.GetInterfaces() ?? [];
        var interfaces = type.GetInterfaces().Except(inherited).Where(IsVisible).Select(@interface => CSharpName.Of(@interface));
        IEnumerable<string> bases = type.IsEnum
            ? [CSharpName.Of(Enum.GetUnderlyingType(type))]
            : interfaces.Order(StringComparer.Ordinal);
        return type.BaseType is { } parent && parent != typeof(object) && parent != typeof(ValueType) && !type.IsEnum
            ? bases.Prepend(CSharpName.Of(parent))
            : bases;
    }

    private static bool IsVisible(Type type) => type.IsVisible && type.GetGenericArguments().All(IsVisible);

    private static IEnumerable<string> Terms(Type parameter)
    {
        var special = parameter.GenericParameterAttributes;
        if (special.HasFlag(GenericParameterAttributes.NotNullableValueTypeConstraint))
        {
            yield return "struct";
        }
        else if (special.HasFlag(GenericParameterAttributes.ReferenceTypeConstraint))
        {
            yield return "class";
        }

        foreach (var constraint in parameter.GetGenericParameterConstraints().Where(constraint => constraint != typeof(ValueType)))
        {
            yield return CSharpName.Of(constraint);
        }

        if ((special & (GenericParameterAttributes.DefaultConstructorConstraint | GenericParameterAttributes.NotNullableValueTypeConstraint))
            == GenericParameterAttributes.DefaultConstructorConstraint)
        {
            yield return "new()";
        }
    }
}
